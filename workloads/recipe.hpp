#pragma once

// The terms between scalegen and scalegen-train: the settings of a training run, the models, the data sets,
// and the recipes that put them together. Compiled into both, which share no library: hence views and numbers
// alone.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace scalegen::recipe {

/// A whole number is at least 1, a number at least 0, a fraction above 0 and at most 1. `yes_or_no` may have
/// further words.
enum class Kind { whole_number, number, positive_number, fraction, word, yes_or_no };

/// A parameter of a sweep file, and the option of scalegen-train that sets it.
struct Setting {
  std::string_view name;
  std::string_view flag;
  Kind kind = Kind::whole_number;
  std::string_view help;
  std::array<std::string_view, 5> words{};

  constexpr std::span<const std::string_view> choices() const {
    return {words.begin(), std::find(words.begin(), words.end(), std::string_view())};
  }
};

/// In the order in which they stand in tables and commands.
inline constexpr std::array kSettings = {
    Setting{"steps", "--steps", Kind::whole_number, "train for N steps"},
    Setting{"epochs", "--epochs", Kind::whole_number, "train for N passes over the set"},
    Setting{"seconds", "--seconds", Kind::positive_number, "train for X seconds"},
    Setting{"global_batch", "--global-batch", Kind::whole_number, "samples a step, of all ranks together"},
    Setting{"per_rank_batch", "--per-rank-batch", Kind::whole_number,
            "samples of a rank in one pass forward and back"},
    Setting{"accumulate", "--accumulate", Kind::whole_number, "passes forward and back a step"},
    Setting{"batch_unit",
            "--batch-unit",
            Kind::word,
            "what batches count: images are samples, text has tokens",
            {"samples", "tokens"}},
    Setting{"sequence_length", "--sequence-length", Kind::whole_number,
            "tokens in a row of text (default: all that the model can read)"},
    Setting{"drop_last", "--drop-last", Kind::yes_or_no,
            "leave out an epoch's last step where it would be short"},
    Setting{"augment", "--augment", Kind::yes_or_no,
            "train on images moved by up to 4 pixels, half of them mirrored"},
    Setting{"shuffle", "--shuffle", Kind::yes_or_no, "another order of the samples each epoch"},
    Setting{"strategy",
            "--strategy",
            Kind::word,
            "how ranks, or the devices of one, share the work",
            {"none", "ddp", "zero1", "data_parallel"}},
    Setting{"bucket_mb", "--bucket-mb", Kind::positive_number,
            "MiB of gradients that ranks sum at a time (default 25)"},
    Setting{"gradient_compression",
            "--gradient-compression",
            Kind::word,
            "the form in which ddp sums gradients",
            {"none", "fp16"}},
    Setting{"optimizer",
            "--optimizer",
            Kind::word,
            "the rule of learning",
            {"adam", "adamw", "sgd", "adadelta", "rmsprop"}},
    Setting{"learning_rate", "--learning-rate", Kind::positive_number, "of the first epoch, after warm-up"},
    Setting{"momentum", "--momentum", Kind::number, "of sgd and rmsprop"},
    Setting{"nesterov", "--nesterov", Kind::yes_or_no, "sgd looks ahead"},
    Setting{"weight_decay", "--weight-decay", Kind::number, "pulls parameters towards 0"},
    Setting{"schedule",
            "--schedule",
            Kind::word,
            "how the learning rate falls",
            {"constant", "step", "exponential", "cosine"}},
    Setting{"schedule_epochs", "--schedule-epochs", Kind::whole_number,
            "step: epochs between two falls; cosine: until 0"},
    Setting{"gamma", "--gamma", Kind::positive_number,
            "step and exponential: the rate falls to this part of it"},
    Setting{"warmup_steps", "--warmup-steps", Kind::whole_number,
            "the learning rate rises in a line over N steps"},
    Setting{"clip_norm", "--clip-norm", Kind::positive_number, "scale a longer gradient down to this norm"},
    Setting{"precision",
            "--precision",
            Kind::word,
            "of convolutions and products",
            {"fp32", "tf32", "bf16", "fp16"}},
    Setting{"channels_last", "--channels-last", Kind::yes_or_no,
            "lay images out with their channels innermost"},
    Setting{"cuda_graph",
            "--cuda-graph",
            Kind::word,
            "record a step and repeat it at once, where a GPU can",
            {"no", "auto"}},
    Setting{"nccl_priority",
            "--nccl-priority",
            Kind::word,
            "of the stream on which NCCL sums gradients, beside the computing",
            {"normal", "high"}},
    Setting{"evaluate",
            "--evaluate",
            Kind::yes_or_no,
            "measure the accuracy on the test set: at the end, or each epoch",
            {"each_epoch"}},
    Setting{"target_accuracy", "--target-accuracy", Kind::fraction, "stop after an epoch that reaches it"},
    Setting{"patience", "--patience", Kind::whole_number,
            "stop after N epochs at the target, or without a better accuracy"},
    Setting{"peak_tflops", "--peak-tflops", Kind::positive_number,
            "what a device can do in the precision, for a report's MFU, where its name does not say it"},
    Setting{"cpus_per_task", "--threads", Kind::whole_number, "threads of a rank"},
};

struct Shape {
  std::int64_t channels = 1;
  std::int64_t height = 28;
  std::int64_t width = 28;

  constexpr std::int64_t size() const { return channels * height * width; }
  bool operator==(const Shape&) const = default;
};

/// `classes` is the most that it tells apart, `parameters` the number of its weights, and `flops` what the
/// pass forward over a sample takes in convolutions and matrix products, a product and its sum as two.
///
/// A model of text has no image: it reads up to `context` tokens in a row, its classes are its vocabulary,
/// and `flops` are of a token, with `flops_of_context` more for each token of the row, as attention looks at
/// all.
struct Model {
  std::string_view name;
  Shape input;
  std::int64_t classes = 10;
  std::int64_t parameters = 0;
  std::int64_t flops = 0;
  std::int64_t context = 0;
  std::int64_t flops_of_context = 0;

  constexpr bool is_text() const { return context > 0; }
};

inline constexpr Shape kNoImage = {0, 0, 0};

inline constexpr std::array kModels = {
    Model{"mnist_cnn", {1, 28, 28}, 10, 1'199'882, 23'984'896},
    Model{"cyclone_cnn", {1, 28, 28}, 10, 1'199'882, 23'984'896},
    Model{"wide_resnet", {3, 32, 32}, 100, 17'175'444, 4'824'462'336},
    Model{"wide_resnet_tiny", {3, 32, 32}, 100, 181'284, 53'850'624},
    Model{"vit_b16", {3, 224, 224}, 1000, 86'567'656, 35'127'656'448},
    Model{"vit_tiny", {3, 32, 32}, 100, 557'796, 77'622'272},
    Model{"linear", {1, 1, 42}, 3, 129, 252},
    Model{"gpt2_small", kNoImage, 50'257, 124'439'808, 247'064'064, 1024, 36'864},
    Model{"gpt_tiny", kNoImage, 256, 842'496, 1'638'400, 128, 2'048},
};

/// What a model's training takes for a sample, of text for a token in a row of `sequence`: the pass back is
/// two forward (Chowdhery et al., "PaLM" (2022), appendix B: of text 6 N + 12 L H Q T).
constexpr std::int64_t training_flops(const Model& model, std::int64_t sequence) {
  return 3 * (model.flops + model.flops_of_context * sequence);
}

/// A set as its publisher gives it, and the mean and standard deviation of its channels that tutorials take
/// out, on a scale of 0 to 1. Where it `is_scaled`, models of other sizes get its images larger. `folders`
/// are where it may lie below a root of data, `files` what is in it, plain or as NAME.gz, and `source` where
/// it comes from.
struct DataSet {
  std::string_view option;
  std::string_view title;
  Shape image;
  std::int64_t classes = 10;
  std::array<double, 3> mean{};
  std::array<double, 3> deviation{};
  std::array<std::string_view, 2> folders{};
  std::array<std::string_view, 6> files{};
  std::string_view source;
  bool is_scaled = false;

  constexpr std::span<const std::string_view> file_names() const {
    return {files.begin(), std::find(files.begin(), files.end(), std::string_view())};
  }
};

inline constexpr std::array<std::string_view, 6> kIdxFiles = {
    "train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"};

/// A set in the form of MNIST.
constexpr DataSet idx_set(std::string_view option, std::string_view title, double mean, double deviation,
                          std::array<std::string_view, 2> folders, std::string_view source) {
  return {option, title, {1, 28, 28}, 10, {mean}, {deviation}, folders, kIdxFiles, source};
}

inline constexpr std::array kDataSets = {
    idx_set("mnist", "MNIST", 0.1307, 0.3081, {"mnist", "MNIST/raw"},
            "the four idx files of the MNIST database"),
    idx_set("fashion_mnist", "Fashion-MNIST", 0.2860, 0.3530, {"fashion-mnist", "FashionMNIST/raw"},
            "the four idx files of Fashion-MNIST (Debian's package dataset-fashion-mnist)"),
    DataSet{"cifar100",
            "CIFAR-100",
            {3, 32, 32},
            100,
            {0.5071, 0.4867, 0.4408},
            {0.2675, 0.2565, 0.2761},
            {"cifar-100-binary", "cifar-100-binary"},
            {"train.bin", "test.bin"},
            "the binary version, cifar-100-binary.tar.gz, from Toronto's CIFAR page"},
    DataSet{"cifar10",
            "CIFAR-10",
            {3, 32, 32},
            10,
            {0.4914, 0.4822, 0.4465},
            {0.2470, 0.2435, 0.2616},
            {"cifar-10-batches-bin", "cifar-10-batches-bin"},
            {"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin",
             "data_batch_5.bin", "test_batch.bin"},
            "the binary version, cifar-10-binary.tar.gz, from Toronto's CIFAR page"},
    DataSet{"tiny_imagenet",
            "Tiny-ImageNet",
            {3, 64, 64},
            200,
            {0.485, 0.456, 0.406},
            {0.229, 0.224, 0.225},
            {"tiny-imagenet-200", "tiny-imagenet-200"},
            {"tiny-imagenet-train.bin", "tiny-imagenet-val.bin"},
            "what 'python3 examples/pack_images.py FOLDER' makes of images, such as those of Stanford's "
            "tiny-imagenet-200.zip",
            /*is_scaled=*/true},
};

/// The files of a folder of text, whose tokens are two bytes each, the lower first.
inline constexpr std::string_view kTrainTokens = "train.bin";
inline constexpr std::string_view kTestTokens = "val.bin";

/// True if the model can be trained on the set's images.
constexpr bool fits(const DataSet& set, const Model& model) {
  const bool is_scaled = set.is_scaled && model.input.channels == set.image.channels &&
                         model.input.height == model.input.width && model.input.height > set.image.height;
  return (set.image == model.input || is_scaled) && set.classes <= model.classes;
}

/// True if the model's synthetic images are drawn digits.
constexpr bool has_digits(const Model& model) { return model.input == Shape{} && model.classes == 10; }

/// A setting's value where neither the sweep file nor the command line has one, written as there.
struct Default {
  std::string_view setting;
  std::string_view value;
};

/// A workload that `workload:` and `--recipe` name. Of several defaults that exclude each other (steps or
/// epochs, global or per-rank batch) the first is the recipe's own.
struct Recipe {
  std::string_view name;
  std::string_view model;
  std::string_view about;
  std::span<const Default> defaults;
  int minutes = 0;  // a run's time limit, if its own steps take longer than a site's

  /// True if each rank keeps its batch on every rung, unless a sweep says otherwise.
  constexpr bool is_weak() const {
    for (const Default& row : defaults)
      if (row.setting == "per_rank_batch" || row.setting == "global_batch")
        return row.setting == "per_rank_batch";
    return false;
  }
};

namespace defaults {

inline constexpr std::array kMnistCnn = {
    Default{"steps", "40"},       Default{"global_batch", "512"},    Default{"per_rank_batch", "512"},
    Default{"optimizer", "adam"}, Default{"learning_rate", "0.001"}, Default{"precision", "fp32"},
    Default{"evaluate", "yes"},
};
inline constexpr std::array kSmall = {
    Default{"steps", "40"},       Default{"global_batch", "64"},    Default{"per_rank_batch", "64"},
    Default{"optimizer", "sgd"},  Default{"learning_rate", "0.01"}, Default{"momentum", "0.9"},
    Default{"precision", "fp32"}, Default{"evaluate", "no"},
};
inline constexpr std::array kVit = {
    Default{"steps", "40"},       Default{"global_batch", "32"},     Default{"per_rank_batch", "32"},
    Default{"optimizer", "adam"}, Default{"learning_rate", "0.001"}, Default{"precision", "fp32"},
    Default{"evaluate", "no"},
};
/// Of text: a batch in tokens, in rows of so many.
constexpr auto of_text(std::string_view batch, std::string_view row, std::string_view learning_rate) {
  return std::array{Default{"steps", "40"},
                    Default{"global_batch", batch},
                    Default{"per_rank_batch", batch},
                    Default{"batch_unit", "tokens"},
                    Default{"sequence_length", row},
                    Default{"optimizer", "adamw"},
                    Default{"learning_rate", learning_rate},
                    Default{"weight_decay", "0.1"},
                    Default{"clip_norm", "1"},
                    Default{"precision", "fp32"},
                    Default{"evaluate", "no"}};
}
inline constexpr auto kGpt2Small = of_text("8192", "1024", "0.0006");
inline constexpr auto kGptTiny = of_text("2048", "128", "0.001");
inline constexpr std::array kCycloneMnist = {
    Default{"epochs", "5"},       Default{"per_rank_batch", "16"}, Default{"global_batch", "16"},
    Default{"drop_last", "yes"},  Default{"optimizer", "adam"},    Default{"learning_rate", "0.001"},
    Default{"precision", "fp32"}, Default{"evaluate", "no"},
};
inline constexpr std::array kOliviaCifar100 = {
    Default{"epochs", "100"},         Default{"per_rank_batch", "256"},  Default{"global_batch", "256"},
    Default{"drop_last", "yes"},      Default{"augment", "yes"},         Default{"optimizer", "sgd"},
    Default{"learning_rate", "0.04"}, Default{"momentum", "0.9"},        Default{"weight_decay", "0.0005"},
    Default{"precision", "fp16"},     Default{"evaluate", "each_epoch"},
};
inline constexpr std::array kPrincetonMnist = {
    Default{"epochs", "14"},           Default{"per_rank_batch", "64"}, Default{"global_batch", "64"},
    Default{"optimizer", "adadelta"},  Default{"learning_rate", "1"},   Default{"schedule", "step"},
    Default{"schedule_epochs", "1"},   Default{"gamma", "0.7"},         Default{"precision", "fp32"},
    Default{"evaluate", "each_epoch"},
};

inline constexpr std::array kGujaratMnist = {
    Default{"epochs", "5"},           Default{"global_batch", "128"},
    Default{"per_rank_batch", "128"}, Default{"optimizer", "adadelta"},
    Default{"learning_rate", "1"},    Default{"schedule", "step"},
    Default{"schedule_epochs", "1"},  Default{"gamma", "0.7"},
    Default{"precision", "fp32"},     Default{"evaluate", "each_epoch"},
};
inline constexpr std::array kLumiVit = {
    Default{"epochs", "10"},           Default{"per_rank_batch", "32"},   Default{"global_batch", "32"},
    Default{"optimizer", "adam"},      Default{"learning_rate", "0.001"}, Default{"precision", "fp32"},
    Default{"evaluate", "each_epoch"},
};
inline constexpr std::array kLumiDeepspeed = {
    Default{"epochs", "10"},      Default{"per_rank_batch", "32"}, Default{"global_batch", "32"},
    Default{"strategy", "zero1"}, Default{"optimizer", "adam"},    Default{"learning_rate", "0.001"},
    Default{"clip_norm", "1"},    Default{"precision", "fp32"},    Default{"evaluate", "each_epoch"},
};

}  // namespace defaults

inline constexpr std::array kRecipes = {
    Recipe{"mnist_cnn", "mnist_cnn", "the network of PyTorch's MNIST example", defaults::kMnistCnn},
    Recipe{"cyclone_cnn", "cyclone_cnn", "the same without dropout, from Cyclone's tutorial",
           defaults::kMnistCnn},
    Recipe{"wide_resnet", "wide_resnet", "the residual network of Olivia's tutorial", defaults::kSmall},
    Recipe{"wide_resnet_tiny", "wide_resnet_tiny", "Olivia's at a tenth of the width, for CPUs",
           defaults::kSmall},
    Recipe{"vit_b16", "vit_b16", "the vision transformer of LUMI's tutorial", defaults::kVit},
    Recipe{"vit_tiny", "vit_tiny", "a small vision transformer, for CPUs", defaults::kVit},
    Recipe{"linear", "linear", "one layer, as in Princeton's first example", defaults::kSmall},
    Recipe{"gpt2_small", "gpt2_small", "the smallest GPT-2, which reads 1024 tokens", defaults::kGpt2Small},
    Recipe{"gpt_tiny", "gpt_tiny", "a small GPT that reads 128 tokens of 256, for CPUs", defaults::kGptTiny},
    Recipe{"cyclone_mnist", "cyclone_cnn", "Cyclone's tutorial as it is taught", defaults::kCycloneMnist},
    // 100 epochs of 50,000 images take 679 s at the 7,368 images/s of one GPU in docs/tutorials/olivia.md.
    Recipe{"olivia_cifar100", "wide_resnet", "Olivia's", defaults::kOliviaCifar100, 20},
    Recipe{"gujarat_mnist", "mnist_cnn", "Gujarat's", defaults::kGujaratMnist},
    // 5 epochs of 80,000 images take 380 s on 8 GCDs in docs/tutorials/lumi.md: 131.6 images/s each, at which
    // 10 epochs of 100,000 take 7,600 s on one.
    Recipe{"lumi_vit", "vit_b16", "LUMI's", defaults::kLumiVit, 200},
    Recipe{"lumi_deepspeed", "vit_b16", "LUMI's with DeepSpeed's ZeRO", defaults::kLumiDeepspeed, 200},
    Recipe{"princeton_mnist", "mnist_cnn", "Princeton's", defaults::kPrincetonMnist},
};

/// The settings of an optimizer where neither the user nor the recipe has them: a recipe speaks for its own
/// optimizer alone.
struct OptimizerDefaults {
  std::string_view name;
  std::string_view learning_rate;
  std::string_view momentum;
  std::string_view weight_decay;
};

/// As torch.optim's, but for sgd's rate, which has no default there, and its momentum.
inline constexpr std::array kOptimizers = {
    OptimizerDefaults{"adam", "0.001", "0", "0"},   OptimizerDefaults{"adamw", "0.001", "0", "0.01"},
    OptimizerDefaults{"sgd", "0.01", "0.9", "0"},   OptimizerDefaults{"adadelta", "1", "0", "0"},
    OptimizerDefaults{"rmsprop", "0.01", "0", "0"},
};

/// The row of a table with this name, or null.
template <typename Row, std::size_t size>
constexpr const Row* find(const std::array<Row, size>& rows, std::string_view Row::*name,
                          std::string_view wanted) {
  const auto* const found = std::ranges::find(rows, wanted, name);
  return found == rows.end() ? nullptr : found;
}

/// The recipe's value of a setting, or an empty view.
constexpr std::string_view default_of(const Recipe& recipe, std::string_view setting) {
  const auto found = std::ranges::find(recipe.defaults, setting, &Default::setting);
  return found == recipe.defaults.end() ? std::string_view() : found->value;
}

/// Settings that say the same thing in other words: where one is given, no default of the others applies.
inline constexpr std::array<std::string_view, 3> kLengths = {"steps", "epochs", "seconds"};
inline constexpr std::array<std::string_view, 2> kBatches = {"global_batch", "per_rank_batch"};
inline constexpr std::array<std::span<const std::string_view>, 2> kAlternatives = {kLengths, kBatches};

/// The seconds that a sweep on GPUs trains where neither its file nor its recipe says more than a few steps:
/// a monitor that looks each second sees it twenty times.
inline constexpr std::string_view kSecondsOnGpus = "20";

/// Settings whose default goes with a recipe's optimizer, and not with another.
inline constexpr std::array<std::string_view, 4> kOfOptimizer = {"learning_rate", "momentum", "nesterov",
                                                                 "weight_decay"};

/// The same for its schedule.
inline constexpr std::array<std::string_view, 2> kOfSchedule = {"schedule_epochs", "gamma"};

constexpr bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

constexpr bool has_alternatives(std::string_view setting) {
  return std::ranges::any_of(kAlternatives, [&](const auto& words) { return contains(words, setting); });
}

/// The recipe's defaults that hold beside what is given: of alternatives the first, unless another is given,
/// and what goes with an optimizer or a schedule only if those used are the recipe's.
template <typename IsGiven>
std::vector<Default> defaults_that_apply(const Recipe& recipe, std::string_view optimizer,
                                         std::string_view schedule, const IsGiven& is_given) {
  std::vector<std::string_view> done;
  std::vector<Default> apply;
  for (const Default& row : recipe.defaults) {
    bool holds = !is_given(row.setting);
    for (const auto& alternatives : kAlternatives)
      if (contains(alternatives, row.setting))
        for (const std::string_view other : alternatives)
          holds = holds && !is_given(other) && !contains(done, other);
    if (contains(kOfOptimizer, row.setting)) holds = holds && optimizer == default_of(recipe, "optimizer");
    if (contains(kOfSchedule, row.setting)) holds = holds && schedule == default_of(recipe, "schedule");
    if (holds) apply.push_back(row);
    if (holds) done.push_back(row.setting);
  }
  return apply;
}

}  // namespace scalegen::recipe
