#!/bin/bash
# Tiny-ImageNet's JPEGs are packed once, with classes in the order of their names, and train a model of larger images. A folder
# that is incomplete or damaged is refused by name, and leaves no file that a run would take.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"

folder=data/tiny-imagenet-200
# jpeg SIDE RED GREEN BLUE: an image of one colour.
jpeg() {
  local i
  {
    printf 'P6 %d %d 255\n' "$1" "$1"
    for ((i = 0; i < $1 * $1; ++i)); do printf '%b' "\\x$(printf %02x "$2")\\x$(printf %02x "$3")\\x$(printf %02x "$4")"; done
  } | cjpeg -quality 100
}
class() { # NAME RED GREEN BLUE: three images of it to train on, and one to validate
  local i
  mkdir -p "$folder/train/$1/images" "$folder/val/images"
  jpeg 64 "$2" "$3" "$4" >"$folder/train/$1/images/${1}_0.JPEG"
  for i in 1 2; do cp "$folder/train/$1/images/${1}_0.JPEG" "$folder/train/$1/images/${1}_$i.JPEG"; done
  cp "$folder/train/$1/images/${1}_0.JPEG" "$folder/val/images/val_$1.JPEG"
  printf 'val_%s.JPEG\t%s\t0\t32\t44\t62\n' "$1" "$1" >>"$folder/val/val_annotations.txt"
}
class n02 10 200 30
class n01 240 20 90

refused "scalegen-train: '$folder' has Tiny-ImageNet's JPEGs, of which two files are made once: scalegen-train --pack $folder" \
  --data "$folder" --steps 1 --global-batch 2
"$SCALEGEN_TRAIN" --pack "$folder" >out.0
[[ $(<out.0) == "$folder/tiny-imagenet-train.bin: 6 images"$'\n'"$folder/tiny-imagenet-val.bin: 2 images" ]] || fail "found '$(<out.0)'"

# byte FILE AT: in decimal.
byte() { od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' '; }
record=$((1 + 3 * 64 * 64))
expect_pixel() { # RECORD LABEL RED GREEN BLUE: JPEG moves a value by a little
  local at=$((record * $1)) channel value
  (($(byte "$folder/tiny-imagenet-train.bin" "$at") == $2)) || fail "record $1 has another label"
  for channel in 0 1 2; do
    value=$(byte "$folder/tiny-imagenet-train.bin" $((at + 1 + channel * 4096 + 2000)))
    ((value - ${*:3+channel:1} <= 3 && ${*:3+channel:1} - value <= 3)) || fail "record $1, channel $channel: $value"
  done
}
expect_pixel 0 0 240 20 90 # n01 comes first
expect_pixel 5 1 10 200 30
(($(stat -c %s "$folder/tiny-imagenet-val.bin") == 2 * record)) || fail "the validation file has another size"

timeout 250 "$SCALEGEN_TRAIN" --model vit_b16 --steps 2 --global-batch 2 --evaluate yes >out.0 2>err.0 || fail "ends with $?: $(<err.0)"
expect_text out.0 "  data          Tiny-ImageNet, 6 samples"
expect_text out.0 "· 2 images in"
refused "scalegen-train: wide_resnet takes 3 x 32 x 32 images of 100 classes; Tiny-ImageNet has 3 x 64 x 64 images of 200 classes" \
  --model wide_resnet --data tiny_imagenet --steps 1
mv "$folder" moved
refused "scalegen-train: --data tiny_imagenet: not found in 'data/tiny-imagenet-200', 'none/tiny-imagenet-200'; put what \
'scalegen-train --pack FOLDER' makes of Stanford's tiny-imagenet-200.zip there, or name another place with --data-root" \
  --model vit_b16 --data tiny_imagenet --steps 1 --data-root none
mv moved "$folder"

# What a broken folder says. The files that are there stay as they are.
sum=$(cksum "$folder"/*.bin)
image=$folder/train/n02/images/n02_1.JPEG
not_packed() { # MESSAGE
  refused "scalegen-train: $1" --pack "$folder"
  [[ $(cksum "$folder"/*.bin) == "$sum" ]] || fail "a packed file has changed"
}
cp "$image" kept
head -c 300 kept >"$image"
not_packed "'$image': Premature end of JPEG file"
printf 'not an image' >"$image"
not_packed "'$image': Not a JPEG file: starts with 0x6e 0x6f"
jpeg 32 1 2 3 >"$image"
not_packed "'$image': expected 64 x 64 pixels, found 32 x 32"
: >"$image"
not_packed "'$image': Empty input file"
cp kept "$image"
rm "$folder/val/images/val_n01.JPEG"
echo 'val_x.JPEG n77 0 0 1 1' >>"$folder/val/val_annotations.txt"
not_packed "'$folder/val/val_annotations.txt' line 3: expected an image and a class of 'train', found 'val_x.JPEG n77 0 0 1 1'"
rm "$folder/val/val_annotations.txt"
not_packed "cannot read '$folder/val/val_annotations.txt'"
refused "scalegen-train: cannot read 'none/train': No such file or directory" --pack none
