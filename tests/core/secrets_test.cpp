#include "core/secrets.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace scalegen {
namespace {

TEST(Secrets, AreNamedAndLeftOutInEachForm) {
  struct Case {
    std::string text, name, rest;
  };
  const std::vector<Case> cases{
      {"env: {WANDB_API_KEY: 0123456789abcdef, X: 1}", "WANDB_API_KEY",
       "env: {WANDB_API_KEY: (left out), X: 1}"},
      {"export HF_TOKEN=hf_abcdefghij; python3 t.py", "HF_TOKEN", "export HF_TOKEN=(left out); python3 t.py"},
      {"export HF_TOKEN=\"hf_abcdefghij\"\n", "HF_TOKEN", "export HF_TOKEN=\"(left out)\"\n"},
      {"{\"env\":[[\"AWS_SECRET_ACCESS_KEY\",\"ab/cd+efgh\"]]}", "AWS_SECRET_ACCESS_KEY",
       "{\"env\":[[\"AWS_SECRET_ACCESS_KEY\",\"(left out)\"]]}"},
      {"{\"setup\":[\"export MY_PASSWORD=\\\"correct-horse\\\"\"]}", "MY_PASSWORD",
       "{\"setup\":[\"export MY_PASSWORD=\\\"(left out)\\\"\"]}"},
      {"t.py --hub-token=hf_abcdefghij", "hub-token", "t.py --hub-token=(left out)"},
      {"t.py --api-key 'hf_abcdefghij' x", "api-key", "t.py --api-key '(left out)' x"},
      {"AWS_ACCESS_KEY_ID: AKIAIOSFODNN7", "AWS_ACCESS_KEY_ID", "AWS_ACCESS_KEY_ID: (left out)"}};
  for (const auto& [text, name, rest] : cases) {
    EXPECT_EQ(given_secret(text), name) << text;
    EXPECT_EQ(without_secrets(text), rest);
    EXPECT_EQ(given_secret(rest), "") << rest;
  }
}

TEST(Secrets, AreNotWhatIsReadFromElsewhereOrHasAnotherName) {
  for (const auto* text :
       {"export HF_TOKEN=$(cat ~/.token)", "export HF_TOKEN=\"$MY_TOKEN\"", "--tokenizer bert-base-uncased",
        "--max_tokens=1234567890", "tokens_per_batch: 1000000000", "eos_token: 50256",
        "# a token is read from the file", "unit: tokens/s/GPU", "MONKEY=1234567890",
        "PASSWORD_FILE=/home/x/pw", "--token {token}"}) {
    EXPECT_EQ(given_secret(text), "") << text;
    EXPECT_EQ(without_secrets(text), text);
  }
}

}  // namespace
}  // namespace scalegen
