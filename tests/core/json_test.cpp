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

}  // namespace
}  // namespace scalegen
