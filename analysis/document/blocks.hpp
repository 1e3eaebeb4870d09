#pragma once
#include <string>

#include "analysis/document/document.hpp"

namespace scalegen::document {

/// True for lists that follow each other, which are one for the eye; but no warning runs into the answer.
inline bool are_lists(const Block& before, const Block& block) {
  const auto* const first = std::get_if<Bullets>(&before);
  const auto* const second = std::get_if<Bullets>(&block);
  return first != nullptr && second != nullptr &&
         !(first->role == Role::answer && second->role == Role::warnings);
}

/// The blocks of a document as text, with an empty line between them but for those that are close.
/// `writer` makes the text of each block, with its end; are_close(before, block) tells the others.
template <class Writer, class Test>
std::string text_of_blocks(const std::vector<Block>& blocks, Writer& writer, const Test& are_close) {
  std::string text;
  const Block* before = nullptr;
  for (const auto& block : blocks) {
    if (before != nullptr && !are_close(*before, block)) text += "\n";
    text += std::visit(writer, block);
    before = &block;
  }
  return text;
}

}  // namespace scalegen::document
