# What a release holds beside the program, and how cpack packs it: manual pages made of the help, completions, documents, examples and
# profiles. The same commit gives the same bytes, whoever packs it and wherever (RELEASING.md).
find_program(HELP2MAN help2man REQUIRED) # as cmake/manual calls it
find_program(GIT git)
set(SCALEGEN_NATIVE_TOOL "$<TARGET_FILE:scalegen>" CACHE STRING "A scalegen that runs here, where the one that is packed does not")

set(epoch "$ENV{SOURCE_DATE_EPOCH}")
if(NOT epoch AND GIT)
  execute_process(COMMAND "${GIT}" log -1 --format=%ct WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
                  OUTPUT_VARIABLE epoch OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
set(made "${CMAKE_CURRENT_BINARY_DIR}/package")
file(MAKE_DIRECTORY "${made}")

# packed(FOLDER FILE COMMAND...): what the command prints is installed as the file.
function(packed folder file)
  add_custom_command(
    OUTPUT "${made}/${file}"
    COMMAND ${CMAKE_COMMAND} -E env SOURCE_DATE_EPOCH=${epoch} LC_ALL=C.UTF-8 ${ARGN} >"${made}/${file}"
    DEPENDS scalegen)
  set_property(GLOBAL APPEND PROPERTY scalegen_packed "${made}/${file}")
  install(FILES "${made}/${file}" DESTINATION "${folder}" COMPONENT tool)
endfunction()

set(shells bash-completion/completions:scalegen:bash zsh/site-functions:_scalegen:zsh fish/vendor_completions.d:scalegen.fish:fish)
foreach(shell IN LISTS shells)
  string(REPLACE ":" ";" shell "${shell}")
  list(GET shell 0 folder)
  list(GET shell 1 file)
  list(GET shell 2 name)
  packed("${CMAKE_INSTALL_DATADIR}/${folder}" ${file} "${SCALEGEN_NATIVE_TOOL}" --completion ${name})
endforeach()

# Debian wants manual pages compressed; --no-name keeps the time out.
function(packed_manual page)
  string(REGEX REPLACE "^scalegen-?" "" verb "${page}")
  packed("${CMAKE_INSTALL_MANDIR}/man1" ${page}.1.gz
         "${PROJECT_SOURCE_DIR}/cmake/manual" "${SCALEGEN_NATIVE_TOOL}" ${PROJECT_VERSION} ${verb} | gzip --best --no-name)
endfunction()
packed_manual(scalegen)
foreach(verb sweep status list cancel plan generate build import report advise compare table explain lint clusters)
  packed_manual(scalegen-${verb})
endforeach()
get_property(files GLOBAL PROPERTY scalegen_packed)
add_custom_target(package_files DEPENDS ${files})

install(FILES README.md CHANGELOG.md LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT tool)
# What git knows: a file that somebody left in docs is in no package.
execute_process(COMMAND "${GIT}" ls-files docs examples clusters WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
                OUTPUT_VARIABLE tracked OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
string(REPLACE "\n" ";" tracked "${tracked}")
foreach(file IN LISTS tracked)
  cmake_path(GET file PARENT_PATH folder)
  install(FILES ${file} DESTINATION "${CMAKE_INSTALL_DOCDIR}/${folder}" COMPONENT tool)
endforeach()
# The licences of what the program is linked of, as Debian has them.
string(REGEX MATCH "^[0-9]+" gcc "${CMAKE_CXX_COMPILER_VERSION}")
foreach(package libyaml-cpp-dev libfmt-dev libkainjow-mustache-dev libcli11-dev nlohmann-json3-dev libboost-dev libeigen3-dev
        libexpected-dev libre2-dev libc6-dev libstdc++-${gcc}-dev)
  file(REAL_PATH "/usr/share/doc/${package}/copyright" licence)
  install(FILES "${licence}" DESTINATION "${CMAKE_INSTALL_DOCDIR}/licences" RENAME "${package}" OPTIONAL COMPONENT tool)
endforeach()

set(CPACK_GENERATOR External) # cmake/pack.cmake
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};scalegen;tool;/") # without scalegen-train
set(CPACK_EXTERNAL_ENABLE_STAGING ON)
set(CPACK_EXTERNAL_PACKAGE_SCRIPT "${PROJECT_SOURCE_DIR}/cmake/pack.cmake")
set(CPACK_EPOCH "${epoch}")
set(CPACK_PACKAGE_FILE_NAME "scalegen-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_STRIP_FILES ON)
include(CPack)
