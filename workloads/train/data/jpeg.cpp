#include "workloads/train/data/pack.hpp"

#include <fmt/format.h>

#include "workloads/train/data/unpack.hpp"
#include "workloads/train/error.hpp"

#ifdef SCALEGEN_HAS_JPEG
#include <array>
#include <csetjmp>
#include <cstdio>  // before jpeglib.h, which needs it
#include <string>

#include <jpeglib.h>
#endif

namespace scalegen::train {

#ifdef SCALEGEN_HAS_JPEG
namespace {

/// libjpeg ends the process at an error unless its handler does not return.
struct ErrorHandler {
  jpeg_error_mgr manager{};
  std::jmp_buf back{};
  std::string message{};

  ErrorHandler() {
    jpeg_std_error(&manager);
    manager.error_exit = [](j_common_ptr info) {
      of(info).remember(info);
      std::longjmp(of(info).back, 1);
    };
    manager.output_message = [](j_common_ptr info) { of(info).remember(info); };
  }

  static ErrorHandler& of(j_common_ptr info) { return *reinterpret_cast<ErrorHandler*>(info->err); }

  void remember(j_common_ptr info) {
    std::array<char, JMSG_LENGTH_MAX> text{};
    manager.format_message(info, text.data());
    if (message.empty()) message = text.data();
  }
};

bool has_shape(const jpeg_decompress_struct& info, const recipe::Shape& shape) {
  return info.image_width == shape.width && info.image_height == shape.height;
}

/// Pixel by pixel, or what is wrong. Between setjmp and longjmp nothing is made that has a destructor, and no
/// variable of this function is set.
std::string decode(const std::vector<uint8_t>& file, const recipe::Shape& shape,
                   std::vector<uint8_t>& pixels) {
  ErrorHandler errors;
  jpeg_decompress_struct info{};
  info.err = &errors.manager;
  if (setjmp(errors.back) == 0) {
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, file.data(), file.size());
    jpeg_read_header(&info, TRUE);
    info.out_color_space = JCS_RGB;
    if (has_shape(info, shape)) {
      jpeg_start_decompress(&info);
      while (info.output_scanline < info.output_height) {
        JSAMPROW row = pixels.data() + static_cast<std::size_t>(info.output_scanline * 3 * info.output_width);
        jpeg_read_scanlines(&info, &row, 1);
      }
      jpeg_finish_decompress(&info);
    }
  }
  jpeg_destroy_decompress(&info);
  if (errors.message.empty() && !has_shape(info, shape))
    return fmt::format("expected {} x {} pixels, found {} x {}", shape.width, shape.height, info.image_width,
                       info.image_height);
  return errors.message;
}

std::vector<uint8_t> by_channel(const std::vector<uint8_t>& pixels) {
  const std::size_t size = pixels.size() / 3;
  std::vector<uint8_t> channels(pixels.size());
  for (std::size_t i = 0; i < pixels.size(); ++i) channels[i % 3 * size + i / 3] = pixels[i];
  return channels;
}

}  // namespace

std::vector<uint8_t> decode_jpeg(const std::filesystem::path& path, const recipe::Shape& shape) {
  const std::vector<uint8_t> file = unpack(path).bytes;
  std::vector<uint8_t> pixels(static_cast<std::size_t>(shape.size()));
  const std::string trouble = decode(file, shape, pixels);
  if (!trouble.empty()) throw BadInput(fmt::format("'{}': {}", path.string(), trouble));
  return by_channel(pixels);
}

#else

std::vector<uint8_t> decode_jpeg(const std::filesystem::path& path, const recipe::Shape&) {
  throw BadInput(fmt::format("'{}': this scalegen-train was built without libjpeg (Debian's libjpeg-dev)",
                             path.string()));
}

#endif

}  // namespace scalegen::train
