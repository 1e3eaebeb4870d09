#!/bin/bash
# Sets of idx files are read plain and gzipped, and found where they are looked for. A damaged one is refused by name.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

run=(--steps 1 --global-batch 4 --evaluate no)

write_set good 20 10
trains_on "good, 20 samples" --data good
cp -r good packed
gzip packed/*
trains_on "packed, 20 samples" --data packed
"$SCALEGEN_TRAIN" "${run[@]}" --data good --dump-parameters plain >/dev/null
"$SCALEGEN_TRAIN" "${run[@]}" --data packed --dump-parameters unpacked >/dev/null
cmp plain.0 unpacked.0 || fail "the same set, gzipped, trains otherwise"

# broken NAME FILE: a copy of the good set whose FILE is now what comes on stdin.
broken() {
  cp -r good "$1"
  cat >"$1/$2"
}
images=train-images-idx3-ubyte labels=train-labels-idx1-ubyte
head -c 1000 good/$images | broken short $images
refused "scalegen-train: 'short/$images': expected 15696 bytes for 20 28 x 28 images, found 1000 bytes" "${run[@]}" --data short
(cat good/$images && echo) | broken long $images
refused "scalegen-train: 'long/$images': expected 15696 bytes for 20 28 x 28 images, found 15697 bytes" "${run[@]}" --data long
head -c 3 good/$images | broken stub $images
refused "scalegen-train: 'stub/$images': expected an idx header of 16 bytes, found 3 bytes" "${run[@]}" --data stub
broken empty $images </dev/null
refused "scalegen-train: 'empty/$images': expected an idx header of 16 bytes, found 0 bytes" "${run[@]}" --data empty
cat good/$labels | broken swapped $images
refused "scalegen-train: 'swapped/$images': expected an idx file of 28 x 28 images (magic 0x00000803), found 0x00000801" \
  "${run[@]}" --data swapped
(word $((0x803)) && word 20 && word 28 && word 27 && tail -c +17 good/$images) | broken narrow $images
refused "scalegen-train: 'narrow/$images': expected 28 x 28 images, found a side of 27" "${run[@]}" --data narrow
(word $((0x803)) && word $((0xffffffff)) && tail -c +9 good/$images) | broken boast $images
refused "scalegen-train: 'boast/$images': expected 3367254359296 bytes for 4294967295 28 x 28 images, found 15696 bytes" \
  "${run[@]}" --data boast
idx_labels 19 | broken fewer $labels
refused "scalegen-train: 'fewer/$images' has 20 images, 'fewer/$labels' has 19 labels: expected as many" "${run[@]}" --data fewer
(head -c 27 good/$labels && printf '\013') | broken eleven $labels
refused "scalegen-train: 'eleven/$labels': expected labels from 0 to 9, found 11 at sample 19" "${run[@]}" --data eleven
cp -r good partial && rm partial/$labels
refused "scalegen-train: 'partial' has 3 of the 4 files of a set; missing, plain or as .gz: '$labels'" "${run[@]}" --data partial

cp -r packed cut && head -c 40 packed/$images.gz >cut/$images.gz
refused "scalegen-train: 'cut/$images.gz': expected an idx header of 16 bytes, found 0 bytes (unexpected end of file)" \
  "${run[@]}" --data cut
cp -r packed flipped
(head -c -8 packed/$images.gz && printf 'xxxx' && tail -c 4 packed/$images.gz) >flipped/$images.gz
refused "scalegen-train: 'flipped/$images.gz': expected an idx header of 16 bytes, found 0 bytes (incorrect data check)" \
  "${run[@]}" --data flipped

refused "scalegen-train: --data: expected auto, mnist, fashion_mnist, cifar100, cifar10, tiny_imagenet, synthetic or a folder, found 'nowhere'" "${run[@]}" --data nowhere
mkdir bare
refused "scalegen-train: 'bare' has none of the files 'train-images-idx3-ubyte', 'train-labels-idx1-ubyte', 't10k-images-idx3-ubyte', 't10k-labels-idx1-ubyte', plain or as .gz, nor those of CIFAR-10, CIFAR-100 or Tiny-ImageNet, \
which 'python3 examples/pack_images.py bare' makes of images" \
  "${run[@]}" --data bare
refused "scalegen-train: --data mnist: not found in 'data', 'data/mnist', 'data/MNIST/raw', 'root', 'root/mnist', 'root/MNIST/raw'; put the four idx files of the MNIST database there, or name another place with --data-root" \
  "${run[@]}" --data mnist --data-root root

# Where the named sets are looked for; what is half there is a mistake, not a reason to train on something else.
mkdir -p root/MNIST elsewhere data
cp -r good root/MNIST/raw
trains_on "MNIST, 20 samples" --data-root root
mkdir named
cp -r good named/mnist
SCALEGEN_DATA=named trains_on "MNIST, 20 samples" --data mnist
trains_on "MNIST, 20 samples" --data mnist --data-root nothing --data-root root
cp -r good elsewhere/fashion-mnist
trains_on "Fashion-MNIST, 20 samples" --data elsewhere/fashion-mnist
[[ -e /usr/share/datasets/fashion-mnist ]] || SCALEGEN_DATA=elsewhere trains_on "Fashion-MNIST, 20 samples" --data fashion_mnist
SCALEGEN_DATA=root trains_on "MNIST, 20 samples" --data auto
cp packed/* data
trains_on "MNIST, 20 samples" --data-root elsewhere
rm data/$labels.gz
refused "scalegen-train: 'data' has 3 of the 4 files of a set; missing, plain or as .gz: '$labels'" "${run[@]}"
