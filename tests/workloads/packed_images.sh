#!/bin/bash
# Images in folders are packed once by examples/pack_images.py, with classes in the order of their names, and train a model of larger
# images. The message about such a folder names the program.
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/train.bash"
pack=${BASH_SOURCE[0]%/*}/../../examples/pack_images.py # ctest calls this script by an absolute name

folder=data/tiny-imagenet-200
python3 - "$folder" <<'END'
import sys
from pathlib import Path
root = Path(sys.argv[1])
for name, colour in {"n02": (10, 200, 30), "n01": (240, 20, 90)}.items():
    sides = {f"train/{name}/images/{i}.ppm": 64 for i in range(4)} | {f"val/{name}/{name}.ppm": 96}
    for path, side in sides.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(b"P6 %d %d 255\n" % (side, side) + bytes(colour) * side**2)
    (root / f"train/{name}/{name}_boxes.txt").write_text("no image")
END

refused "scalegen-train: '$folder' has none of the files 'train-images-idx3-ubyte', 'train-labels-idx1-ubyte', 't10k-images-idx3-ubyte', \
't10k-labels-idx1-ubyte', plain or as .gz, nor those of CIFAR-10, CIFAR-100 or Tiny-ImageNet, which 'python3 examples/pack_images.py \
$folder' makes of images" --data "$folder" --steps 1 --global-batch 2
/usr/bin/python3 "$pack" "$folder" >out.0
[[ $(<out.0) == "$folder/tiny-imagenet-train.bin: 8 images"$'\n'"$folder/tiny-imagenet-val.bin: 2 images" ]] || fail "found '$(<out.0)'"

# record FILE NUMBER: its label, and a value of each channel.
record() {
  local at=$((12289 * $2)) offset
  for offset in 0 2000 6000 10000; do od -An -tu1 -j $((at + offset)) -N 1 "$folder/tiny-imagenet-$1.bin"; done | xargs
}
[[ $(record train 0) == "0 240 20 90" ]] || fail "n01 does not come first: $(record train 0)"
[[ $(record train 7) == "1 10 200 30" ]] || fail "the last record is $(record train 7)"
[[ $(record val 1) == "1 10 200 30" ]] || fail "the validation's last record is $(record val 1)"
(($(stat -c %s "$folder/tiny-imagenet-val.bin") == 2 * 12289)) || fail "the validation file has another size"

# As Stanford has them.
cp "$folder/tiny-imagenet-val.bin" kept
mkdir "$folder/val/images"
mv "$folder"/val/n0?/*.ppm "$folder/val/images"
printf '%s.ppm\t%s\t0\t32\t44\t62\n' n01 n01 n02 n02 >"$folder/val/val_annotations.txt"
/usr/bin/python3 "$pack" "$folder" >out.0
cmp kept "$folder/tiny-imagenet-val.bin" || fail "annotations make other records"

timeout 250 "$SCALEGEN_TRAIN" --model vit_b16 --steps 1 --global-batch 2 --evaluate yes >out.0 2>err.0 || fail "ends with $?: $(<err.0)"
expect_text out.0 "  data          Tiny-ImageNet, 8 samples"
expect_text out.0 "· 2 images in"
refused "scalegen-train: wide_resnet takes 3 x 32 x 32 images of 100 classes; Tiny-ImageNet has 3 x 64 x 64 images of 200 classes" \
  --model wide_resnet --data tiny_imagenet --steps 1
mv "$folder" moved
refused "scalegen-train: --data tiny_imagenet: not found in 'data/tiny-imagenet-200', 'none/tiny-imagenet-200'; put what \
'python3 examples/pack_images.py FOLDER' makes of images, such as those of Stanford's tiny-imagenet-200.zip there, or name another place with --data-root" \
  --model vit_b16 --data tiny_imagenet --steps 1 --data-root none
