# embed_files(TARGET NAME FILES...): compiles files into TARGET as the table scalegen::embedded_NAME(), a list of
# {file name, text} in the order given. A file that changes is embedded again.
function(embed_files target name)
  embed_tree(${target} ${name} "" ${ARGN})
endfunction()

# embed_tree(TARGET NAME FOLDER FILES...): the same, with their paths below FOLDER for names.
function(embed_tree target name folder)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/embedded_${name}.cpp")
  add_custom_command(
    OUTPUT "${source}"
    COMMAND ${CMAKE_COMMAND} -D "OUTPUT=${source}" -D "NAME=${name}" -D "FOLDER=${folder}" -D "FILES=${ARGN}"
            -P "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    DEPENDS ${ARGN} "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    VERBATIM)
  set_source_files_properties("${source}" PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON OBJECT_DEPENDS "${ARGN}")
  target_sources(${target} PRIVATE "${source}")
endfunction()
