#include "core/secrets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "core/plan.hpp"

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
      {"AWS_ACCESS_KEY_ID: AKIAIOSFODNN7", "AWS_ACCESS_KEY_ID", "AWS_ACCESS_KEY_ID: (left out)"},
      {"PGPASSWORD=abcdefgh1 ./t1", "PGPASSWORD", "PGPASSWORD=(left out) ./t1"},
      {"WANDB_KEY=abcdefgh1 ./t1", "WANDB_KEY", "WANDB_KEY=(left out) ./t1"}};
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
        "PASSWORD_FILE=/home/x/pw", "--token {token}", "--api-key --batch-size", "MONKEY='a long value'",
        "t.py --eos_token '<|endoftext|>'", "sort_keys=accuracy_of_all", "PASSWORD=short"}) {
    EXPECT_EQ(given_secret(text), "") << text;
    EXPECT_EQ(without_secrets(text), text);
  }
}

TEST(Secrets, OfBashAreKnownWithBlanksAndAnyBeginning) {
  for (const auto* text :
       {"export DB_PASSPHRASE='correct horse battery staple'", "PGPASSWORD=-dash.first ./t1",
        "t.py --password \"~tilde, (and) more\"", "srun --export=ALL env 'A_TOKEN=<abcdefgh' ./t1"})
    EXPECT_NE(given_secret(text), "") << text;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

TEST(Secrets, OfAPlanAreLeftOutWholeHoweverTheyAreWritten) {
  for (const std::string value :
       {"correct horse battery staple", "mycorrect horse battery staple", "abcdefgh,tailsecret1",
        "-dashfirst12345", "~tilde(first", "it's \\ a \"quoted\" one", "$ecret=12345", "12345678",
        "-----BEGIN KEY-----\na/b+c\n-----END KEY-----"}) {
    Plan plan;
    plan.head.launch.env.emplace_back("DB_PASSPHRASE", value);
    const auto secrets = secrets_of(plan);
    EXPECT_EQ(secrets.name, "DB_PASSPHRASE") << value;
    const auto quoted = nlohmann::json(value).dump();
    for (const auto& written :
         {value, quoted.substr(1, quoted.size() - 2),
          replaced(quoted, "\\\"", "\"\"").substr(1, quoted.size() - 2), replaced(value, "'", "''"),
          replaced(value, "'", "'\\''"), replaced(value, " ", "\n      ")})
      EXPECT_EQ(without_secrets("a " + written + ".", secrets), "a (left out).") << written;
  }
}

TEST(Secrets, OfAPlanStandInAllThatASweepFileGivesItsRuns) {
  scalegen::Run run{.settings = Settings{{"hf_token", "of a setting"}},
                    .command = std::vector<std::string>{"t1", "--token", "of words"},
                    .own = {.setup = std::vector<std::string>{"A_TOKEN='of own setup'"},
                            .env = Variables{{"B_TOKEN", "'of own env'"}}}};
  const scalegen::Run other{.command = std::vector<std::string>{"bash", "-c", "C_TOKEN='of bash text' ./t1"}};
  Plan plan{.runs = {run, other}};
  plan.head.launch.setup = {"if true; then", "  export D_TOKEN='of setup'", "fi"};
  plan.head.launch.prepare.lines = {"E_TOKEN='of prepare' get"};
  const std::vector<std::string> values{"of a setting", "of words", "of own setup", "of own env",
                                        "of bash text", "of setup", "of prepare"};
  EXPECT_EQ(without_secrets(fmt::format("{}", fmt::join(values, "\n")), secrets_of(plan)),
            "(left out)\n(left out)\n(left out)\n(left out)\n(left out)\n(left out)\n(left out)");
  EXPECT_EQ(secrets_of(Plan{}).values, nullptr);
}

}  // namespace
}  // namespace scalegen
