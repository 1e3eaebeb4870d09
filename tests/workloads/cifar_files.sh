#!/bin/bash
# CIFAR-10 and CIFAR-100 are read plain and gzipped, and found where they are looked for. A damaged set is refused by name.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

run=(--model wide_resnet_tiny --steps 2 --global-batch 4 --evaluate yes --dump-parameters parameters)

# records COUNT LABEL-BYTES CLASSES: as CIFAR has them, with labels in turn and grey images.
records() {
  local i
  for ((i = 0; i < $1; ++i)); do
    (($2 == 1)) || printf '\0'
    printf '%b' "$(printf '\\x%02x' $((i % $3)))"
    head -c 3072 /dev/zero | tr '\0' "\\$(printf '%o' $((i % 250 + 1)))"
  done
}

hundred=data/cifar-100-binary ten=elsewhere/cifar-10-batches-bin
mkdir -p "$hundred" "$ten"
records 12 2 100 >"$hundred/train.bin"
records 5 2 100 >"$hundred/test.bin"
for i in 1 2 3 4 5; do records 3 1 10 >"$ten/data_batch_$i.bin"; done
records 4 1 10 >"$ten/test_batch.bin"

trains_on "CIFAR-100, 12 samples" # auto: the first that fits
expect_text out.0 "· 5 images in"
mv parameters.0 plain
trains_on "CIFAR-100, 12 samples" --data "$hundred"
trains_on "CIFAR-10, 15 samples" --data cifar10 --data-root elsewhere
gzip "$hundred"/*
trains_on "CIFAR-100, 12 samples" --data cifar100
cmp plain parameters.0 || fail "the same set, gzipped, trains otherwise"
trains_on "CIFAR-100, 12 samples" --data cifar100 --augment yes
! cmp -s plain parameters.0 || fail "augmentation changes nothing"
gunzip "$hundred"/*

refused "scalegen-train: mnist_cnn takes 1 x 28 x 28 images of 10 classes; CIFAR-10 has 3 x 32 x 32 images of 10 classes" \
  --model mnist_cnn --data cifar10 --data-root elsewhere
refused "scalegen-train: --data cifar10: not found in 'data/cifar-10-batches-bin'; put the binary version, cifar-10-binary.tar.gz, \
from Toronto's CIFAR page there, or name another place with --data-root" "${run[@]}" --data cifar10
broken() { # NAME: a copy of CIFAR-100 whose training file is now what comes on stdin
  cp -r "$hundred" "$1"
  cat >"$1/train.bin"
}
head -c 5000 "$hundred/train.bin" | broken short
refused "scalegen-train: 'short/train.bin': expected records of 3074 bytes, found 5000 bytes, 1926 of them after the last" \
  "${run[@]}" --data short
broken empty </dev/null
refused "scalegen-train: 'empty/train.bin': expected records of 3074 bytes, found 0 bytes, 0 of them after the last" "${run[@]}" --data empty
records 120 2 120 | broken classes
refused "scalegen-train: 'classes/train.bin': expected labels from 0 to 99, found 100 at sample 100" "${run[@]}" --data classes
cp -r "$hundred" partial && rm partial/test.bin
refused "scalegen-train: 'partial' has 1 of the 2 files of a set; missing, plain or as .gz: 'test.bin'" "${run[@]}" --data partial
