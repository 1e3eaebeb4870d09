# embed_files(TARGET NAME FILES...): compiles files into TARGET as the table scalegen::embedded_NAME(), a list of
# {file name, text} in the order given. A file that changes is embedded anew.
function(embed_files target name)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/embedded_${name}.cpp")
  add_custom_command(
    OUTPUT "${source}"
    COMMAND ${CMAKE_COMMAND} -D "OUTPUT=${source}" -D "NAME=${name}" -D "FILES=${ARGN}"
            -P "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    DEPENDS ${ARGN} "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    VERBATIM)
  target_sources(${target} PRIVATE "${source}")
endfunction()
