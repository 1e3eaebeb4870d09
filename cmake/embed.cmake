# Writes OUTPUT: the texts of FILES as raw strings, named by their paths below FOLDER, or without it by their last part.
# None of them contains the delimiter.
set(rows "")
foreach(file IN LISTS FILES)
  if(FOLDER)
    file(RELATIVE_PATH file_name "${FOLDER}" "${file}")
  else()
    get_filename_component(file_name "${file}" NAME)
  endif()
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
