# Writes OUTPUT: the texts of FILES as raw strings. Raw strings have a length limit of 64 KiB in some compilers, and a
# delimiter that no template or profile contains.
set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(file_name "${file}" NAME)
  file(READ "${file}" text)
  string(APPEND rows "    {\"${file_name}\", R\"embedded(${text})embedded\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"core/embedded_file.hpp\"\n
namespace scalegen {\n
const std::vector<EmbeddedFile>& embedded_${NAME}() {
  static const std::vector<EmbeddedFile> files = {
${rows}  };
  return files;
}\n
}  // namespace scalegen\n")
