#include "generator/plan/dataset.hpp"

#include "tests/generator/plans.hpp"
#include "workloads/recipe.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

void put_files(const fs::path& folder, const std::string& ending = "") {
  ASSERT_TRUE(make_folders(folder));
  for (const auto file : std::span(recipe::kIdxFiles).first(4))
    ASSERT_TRUE(write_file(folder / (std::string(file) + ending), ""));
}

plan::Dataset found(const std::string& data, const fs::path& root) {
  const auto dataset = plan::find_dataset({data, {}}, "mnist_cnn", {root});
  EXPECT_TRUE(dataset) << (dataset ? "" : render(dataset.error()));
  return dataset.value_or(plan::Dataset{});
}

TEST(FindDataset, TakesMnistElseFashionElseDigits) {
  const TemporaryFolder root;
  EXPECT_EQ(found("auto", root.path()), (plan::Dataset{"synthetic digits", "synthetic"}));
  const auto fashion = root.path() / "fashion-mnist";
  put_files(fashion, ".gz");
  EXPECT_EQ(found("auto", root.path()), (plan::Dataset{"Fashion-MNIST", fashion.string()}));
  const auto mnist = root.path() / "MNIST/raw";
  put_files(mnist);
  EXPECT_EQ(found("auto", root.path()), (plan::Dataset{"MNIST", mnist.string()}));
  EXPECT_EQ(found("fashion_mnist", root.path()), (plan::Dataset{"Fashion-MNIST", fashion.string()}));
  EXPECT_EQ(found("synthetic", root.path()), (plan::Dataset{"synthetic digits", "synthetic"}));
}

TEST(FindDataset, TakesOnlyWhatFitsTheModel) {
  const TemporaryFolder root;
  put_files(root.path() / "mnist");
  EXPECT_EQ(plan::find_dataset({"auto", {}}, "vit_tiny", {root.path()}),
            (plan::Dataset{"synthetic images", "synthetic"}));
  EXPECT_EQ(render(plan::find_dataset({"mnist", {}}, "vit_tiny", {root.path()}).error()),
            "error: 'mnist' does not fit vit_tiny, which takes 3 x 32 x 32 images of 100 classes\n"
            "      = note: MNIST has 1 x 28 x 28 images of 10 classes\n"
            "      = hint: write 'data: synthetic', or leave 'data:' out\n");
}

TEST(FindDataset, TakesCifarByNameAndByFolder) {
  const TemporaryFolder root;
  const auto folder = root.path() / "cifar-100-binary";
  ASSERT_TRUE(make_folders(folder));
  for (const auto* file : {"train.bin", "test.bin.gz"}) ASSERT_TRUE(write_file(folder / file, ""));
  for (const auto& data : {std::string("auto"), std::string("cifar100")})
    EXPECT_EQ(plan::find_dataset({data, {}}, "vit_tiny", {root.path()}),
              (plan::Dataset{"CIFAR-100", folder.string()}));
  EXPECT_EQ(plan::find_dataset({folder.string(), {}}, "vit_tiny", {}),
            (plan::Dataset{folder.string(), folder.string()}));
  EXPECT_EQ(render(plan::find_dataset({folder.string(), {}}, "mnist_cnn", {}).error()),
            "error: '" + folder.string() +
                "' does not fit mnist_cnn, which takes 1 x 28 x 28 images of 10 classes\n"
                "      = note: CIFAR-100 has 3 x 32 x 32 images of 100 classes\n"
                "      = hint: write 'data: synthetic', or leave 'data:' out\n");
}

TEST(FindDataset, TakesAFolderOfTokensForText) {
  const TemporaryFolder root;
  EXPECT_EQ(plan::find_dataset({"auto", {}}, "gpt_tiny", {root.path()}),
            (plan::Dataset{"synthetic text", "synthetic"}));
  const auto folder = root.path().string();
  EXPECT_EQ(
      render(plan::find_dataset({folder, {}}, "gpt_tiny", {}).error()),
      "error: '" + folder +
          "' has no file train.bin\n"
          "      = hint: a text is a folder with its tokens in train.bin and val.bin, two bytes each\n");
  ASSERT_TRUE(write_file(root.path() / "train.bin", ""));
  EXPECT_EQ(plan::find_dataset({folder, {}}, "gpt_tiny", {}), (plan::Dataset{folder, folder}));
  EXPECT_EQ(render(plan::find_dataset({"mnist", {}}, "gpt_tiny", {root.path()}).error()),
            "error: 'mnist' does not fit gpt_tiny, which takes tokens\n"
            "      = note: MNIST has 1 x 28 x 28 images of 10 classes\n"
            "      = hint: write 'data: synthetic', or leave 'data:' out\n");
  EXPECT_EQ(plan::sets_that_fit("gpt2_small"), std::vector<std::string>{"train.bin"});
}

TEST(FindDataset, KnowsTheFilesOfTheSetsThatFitAModel) {
  EXPECT_EQ(plan::sets_that_fit("olivia_cifar100"),
            (std::vector<std::string>{"train.bin test.bin",
                                      "data_batch_1.bin data_batch_2.bin data_batch_3.bin data_batch_4.bin "
                                      "data_batch_5.bin test_batch.bin"}));
  EXPECT_EQ(plan::sets_that_fit("lumi_vit"),
            (std::vector<std::string>{"tiny-imagenet-train.bin tiny-imagenet-val.bin"}));
  EXPECT_EQ(plan::sets_that_fit("linear"), std::vector<std::string>());
  const auto planned =
      plan_text("name: t\nworkload: linear\ndata: /sets\nscales: [1gpu]\naccount: p\n", "cyclone");
  EXPECT_EQ(planned ? "" : render(planned.error()),
            cited("sweep.yaml:3:7: error: linear can be trained on no set of files", "data: /sets",
                  "write 'data: synthetic'"));
}

TEST(FindDataset, PassesOverAFolderThatLacksAFile) {
  const TemporaryFolder root;
  put_files(root.path() / "mnist");
  fs::remove(root.path() / "mnist" / std::string(recipe::kIdxFiles[2]));
  EXPECT_EQ(found("auto", root.path()).argument, "synthetic");
}

TEST(FindDataset, ListsTheFoldersThatItLookedInto) {
  const TemporaryFolder root;
  const auto r = root.path().string();
  EXPECT_EQ(render(plan::find_dataset({"mnist", {}}, "mnist_cnn", {root.path()}).error()),
            "error: no folder has the files of 'mnist'\n"
            "      = note: looked into " +
                r + "/mnist, " + r +
                "/MNIST/raw\n"
                "      = note: it is the four idx files of the MNIST database\n"
                "      = hint: name one with 'data: FOLDER', or write 'data: synthetic'\n");
}

TEST(FindDataset, NamesTheFilesThatAFolderLacks) {
  const TemporaryFolder root;
  put_files(root.path());
  EXPECT_EQ(found(root.path().string() + "/", root.path()).argument, root.path().string());
  fs::remove(root.path() / "t10k-images-idx3-ubyte");
  fs::remove(root.path() / "train-labels-idx1-ubyte");
  EXPECT_EQ(render(plan::find_dataset({root.path().string(), {}}, "mnist_cnn", {}).error()),
            "error: the folder '" + root.path().string() +
                "' lacks train-labels-idx1-ubyte, t10k-images-idx3-ubyte\n"
                "      = note: MNIST is the four idx files of the MNIST database\n"
                "      = hint: each may also exist as FILE.gz\n");
}

TEST(FindDataset, SaysWhatMakesThePackedFilesOfImages) {
  const TemporaryFolder root;
  EXPECT_EQ(render(plan::find_dataset({root.path().string(), {}}, "vit_b16", {}).error()),
            "error: the folder '" + root.path().string() +
                "' lacks tiny-imagenet-train.bin, tiny-imagenet-val.bin\n"
                "      = note: Tiny-ImageNet is what 'python3 examples/pack_images.py FOLDER' makes of "
                "images, such as those of Stanford's tiny-imagenet-200.zip\n"
                "      = hint: each may also exist as FILE.gz\n");
}

}  // namespace
}  // namespace scalegen
