#include "core/bash_values.hpp"

#include <gtest/gtest.h>

#include <string>

namespace scalegen {
namespace {

/// The words of the last command; `?` before one of which bash expands what is not known.
std::string last_words_of(const std::string& text) {
  const auto bash = read_bash(text);
  std::string words;
  for (const auto& word : expanded_words(bash.commands.back(), known_values(bash)))
    words += (words.empty() ? "" : "|") + std::string(word.is_known ? "" : "?") + word.text;
  return words;
}

TEST(BashValues, AKnownVariableStandsForItsValue) {
  EXPECT_EQ(last_words_of("G=4\nexport R=torchrun\n$R --nproc_per_node=$G \"${G}x\""),
            "torchrun|--nproc_per_node=4|4x");
  EXPECT_EQ(last_words_of("A=2; B=\"$A$A\"; echo $B"), "echo|22");
}

TEST(BashValues, AnUnquotedValueBecomesSeveralWords) {
  EXPECT_EQ(last_words_of("L=\"torchrun --standalone\"; $L train.py"), "torchrun|--standalone|train.py");
  EXPECT_EQ(last_words_of("L=\"torchrun --standalone\"; \"$L\" train.py"), "torchrun --standalone|train.py");
}

TEST(BashValues, WhatMayBeAnotherIsNotKnown) {
  EXPECT_EQ(last_words_of("echo $X"), "echo|?$X");
  EXPECT_EQ(last_words_of("X=1; X=2; echo $X"), "echo|?$X");
  EXPECT_EQ(last_words_of("X=1; X=1; echo $X"), "echo|1");
  EXPECT_EQ(last_words_of("X=1; if true; then X=2; fi; echo $X"), "echo|?$X");
  EXPECT_EQ(last_words_of("if true; then X=2; fi; echo $X"), "echo|?$X");
  EXPECT_EQ(last_words_of("X=$(nproc); echo $X"), "echo|?$X");
  EXPECT_EQ(last_words_of("X=1; X+=2; echo $X"), "echo|?$X");
  EXPECT_EQ(last_words_of("X=1; read X; echo $X"), "echo|?$X");
  EXPECT_EQ(last_words_of("X=(1 2); echo $X"), "echo|?$X");
  EXPECT_EQ(last_words_of("X=1 run; echo $X"), "echo|?$X");
  EXPECT_EQ(last_words_of("X=1; echo ${X:-2}"), "echo|?${X:-2}");
}

TEST(BashValues, OfAThingThatDoublesAndDoublesIsNotKnown) {
  std::string text = "A0=xxxxxxxx\n";
  for (int i = 1; i < 64; ++i)
    text += "A" + std::to_string(i) + "=\"$A" + std::to_string(i - 1) + "$A" + std::to_string(i - 1) + "\"\n";
  EXPECT_EQ(last_words_of(text + "echo $A63"), "echo|?$A63");
  EXPECT_EQ(last_words_of(text + "echo ${#A9} $A9").substr(0, 18), "echo|?${#A9}|xxxxx");
  std::string many = "A=" + std::string(4000, 'x') + "\necho";
  for (int i = 0; i < 1000; ++i) many += " $A";
  EXPECT_LT(last_words_of(many).size(), 150'000U);
  EXPECT_EQ(last_words_of(many).substr(last_words_of(many).size() - 8), "|?$A|?$A");
  EXPECT_EQ(last_words_of("X=1; printf -v X 2; echo $X"), "echo|?$X");
}

TEST(BashValues, SingleQuotesKeepTheDollar) { EXPECT_EQ(last_words_of("X=1; echo '$X'"), "echo|$X"); }

}  // namespace
}  // namespace scalegen
