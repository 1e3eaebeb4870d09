#pragma once
#include <string>

#include "analysis/document/document.hpp"

namespace scalegen::document {

/// The blocks of a document as text, with an empty line between them but for lists that follow each other.
/// `writer` makes the text of each block, with its end.
template <class Writer>
std::string text_of_blocks(const std::vector<Block>& blocks, Writer& writer) {
  std::string text;
  const Block* before = nullptr;
  for (const auto& block : blocks) {
    const bool is_list_after_list = before != nullptr && std::holds_alternative<Bullets>(*before) &&
                                    std::holds_alternative<Bullets>(block);
    if (before != nullptr && !is_list_after_list) text += "\n";
    text += std::visit(writer, block);
    before = &block;
  }
  return text;
}

}  // namespace scalegen::document
