# Writes OUTPUT: the texts of FILES, named by their paths below FOLDER, or without it by their last part. The assembler
# takes them in: as string literals the largest cost the compiler seconds.
set(assembly "")
set(declarations "")
set(rows "")
set(number 0)
foreach(file IN LISTS FILES)
  if(FOLDER)
    file(RELATIVE_PATH file_name "${FOLDER}" "${file}")
  else()
    get_filename_component(file_name "${file}" NAME)
  endif()
  set(symbol "scalegen_${NAME}_${number}")
  math(EXPR number "${number} + 1")
  string(APPEND assembly "    \"${symbol}:\\n.incbin \\\"${file}\\\"\\n${symbol}_end:\\n.byte 0\\n\"\n")
  string(APPEND declarations "extern const char ${symbol}[];\nextern const char ${symbol}_end[];\n")
  string(APPEND rows "      {\"${file_name}\", {${symbol}, std::size_t(${symbol}_end - ${symbol})}},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include <cstddef>

#include \"core/embedded_file.hpp\"

asm(\".pushsection .rodata\\n\"
${assembly}    \".popsection\\n\");

extern \"C\" {
${declarations}}

namespace scalegen {

const std::vector<EmbeddedFile>& embedded_${NAME}() {
  static const std::vector<EmbeddedFile> files = {
${rows}  };
  return files;
}

}  // namespace scalegen
")
