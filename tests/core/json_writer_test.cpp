#include "core/json_writer.hpp"
#include "core/json.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

void write_anything(JsonWriter& writer) {
  writer.begin_object();
  writer.field("text", "a word");
  writer.field("a \"quoted\" name", std::string("tab\t, \\ and Größe"));
  writer.field("whole", -3);
  writer.field("large", std::int64_t{1} << 40);
  writer.field("one", 1.0);
  writer.field("fraction", 1e-05);
  writer.field("yes", true);
  writer.key("none");
  writer.begin_array();
  writer.end_array();
  writer.key("list");
  writer.begin_array();
  writer.begin_object();
  writer.end_object();
  writer.value("b");
  writer.tree({{"deep", {1, 2}}, {"empty", Json::object()}});
  writer.end_array();
  writer.end_object();
}

std::string written(JsonWriter::Layout layout) {
  std::string text;
  JsonWriter writer(text, layout);
  write_anything(writer);
  return text;
}

TEST(JsonWriter, WritesTheBytesThatTheLibraryWrites) {
  const auto line = written(JsonWriter::Layout::one_line);
  const auto json = parse_json(line);
  ASSERT_TRUE(json) << line;
  EXPECT_EQ(line,
            R"({"text":"a word","a \"quoted\" name":"tab\t, \\ and Größe","whole":-3,"large":1099511627776,)"
            R"("one":1.0,"fraction":1e-05,"yes":true,"none":[],)"
            R"("list":[{},"b",{"deep":[1,2],"empty":{}}]})");
  EXPECT_EQ(line, json->dump());
  EXPECT_EQ(written(JsonWriter::Layout::indented), json->dump(2));
}

TEST(JsonWriter, ReplacesTextThatIsNotUtf8) {
  std::string text;
  JsonWriter(text, JsonWriter::Layout::one_line).value("a\xFFz");
  EXPECT_EQ(text, "\"a\xEF\xBF\xBDz\"");
}

}  // namespace
}  // namespace scalegen
