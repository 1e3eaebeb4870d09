#include "core/json.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

TEST(JsonField, IsTheOneAskedForWhereverItStands) {
  EXPECT_EQ(parse_json_field(R"({"b": 1})", "b"), Json(1));
  EXPECT_EQ(parse_json_field(R"({"a": {"b": 1, "c": [{"b": 2}]}, "b": {"a": [3, {"b": 4}]}, "c": 5})", "b"),
            Json::parse(R"({"a": [3, {"b": 4}]})"));
  EXPECT_EQ(parse_json_field(R"({"a": [[]], "b": null})", "b"), Json(nullptr));
}

TEST(JsonField, IsNothingWhereTheObjectHasNoneOrIsNotWhole) {
  for (const auto* text :
       {"", "7", "[]", R"(["b"])", "{}", R"({"a": {"b": 1}})", R"({"b": 1)", R"({"b": 1} 2)"})
    EXPECT_EQ(parse_json_field(text, "b"), std::nullopt) << text;
}

TEST(JsonPage, HasNoCharacterThatMovesACursor) {
  EXPECT_EQ(json_page({{"a", "\x1b[2J\x7f\xc2\x9b\xc3\xa9\xff"}}),
            "{\n  \"a\": \"\\u001b[2J\\u007f\\u009b\xc3\xa9\xef\xbf\xbd\"\n}\n");
}

TEST(JsonField, IsReadWhateverBytesAnOlderScriptLeftInOthers) {
  std::string bytes;
  for (int byte = 0x20; byte < 0x100; ++byte)
    if (byte != '"' && byte != '\\') bytes += static_cast<char>(byte);
  const auto text =
      R"({"slurm": {"SLURM_COMMENT": ")" + bytes + R"("}, "a": "Caf)" + "\xe9" + R"(", "b": "Café"})";
  EXPECT_EQ(parse_json_field(text, "a"), Json("Caf?"));
  EXPECT_EQ(parse_json_field(text, "b"), Json("Café"));
}

}  // namespace
}  // namespace scalegen
