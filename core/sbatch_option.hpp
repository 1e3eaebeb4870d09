#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// An option that tells sbatch what to do, not what a job needs: with it a script is not submitted, or its id
/// is not returned at once.
struct SbatchOption {
  std::string_view name{};     // --wait
  char letter = ' ';           // W, of the short form; a blank if it has none
  std::string_view instead{};  // a hint
};

/// Why it is refused, in a message.
std::string refusal_of(const SbatchOption& option);

/// Such an option as one word spells it: --wait, short for it like --wai, -W, or among other letters: -vW.
/// Returns nullptr if there is none.
const SbatchOption* sbatch_option_in_word(std::string_view word);

/// Such an option in a line of a script, and where it begins.
struct FoundSbatchOption {
  const SbatchOption* option = nullptr;
  std::size_t offset = 0;
};

/// The first in a line `#SBATCH ...`. Returns nullopt if there is none, or for another line.
std::optional<FoundSbatchOption> sbatch_option_in_line(std::string_view line);

/// True if --exclusive is among the options, or --core-spec or --thread-spec, which imply it: other jobs
/// cannot use any of its nodes. With =user other jobs of the same user can.
bool asks_for_whole_nodes(const std::vector<std::string>& options);

/// The option by which a job says how it uses the hardware threads of a core: --hint, --threads-per-core or
/// --ntasks-per-core. Returns nullptr if none is among them.
const std::string* option_for_threads(const std::vector<std::string>& options);

struct TypedGpus {
  std::string type{};
  int count = 0;  // on a node
  bool operator==(const TypedGpus&) const = default;
};

/// The GPUs that an option asks for by their type: --gres=gpu:v100:4, --gpus-per-node=v100:4.
std::optional<TypedGpus> typed_gpus(std::string_view option);

/// The option by which a job asks for resources by name; sbatch takes the last of several.
inline constexpr std::string_view kGres = "--gres=";

/// True for one that asks for no GPU, but for something else such as local scratch: --gres=lscratch:10.
bool is_beside_gpus(std::string_view option);

/// True if sbatch takes `word` for this option: a long option may be cut short as long as no other begins so.
bool may_abbreviate(std::string_view word, std::string_view option);

}  // namespace scalegen
