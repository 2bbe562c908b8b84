#include "ram_blocks.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kPagesPerGiB = std::uint64_t{1} << 18;

/// Devices' blocks are called ADDRESS/NAME ("0000:00:02.0/vga.vram"), /rom@FILE, or as the firmware's parts.
bool is_memory_name(const std::string& name) {
  if (name.starts_with("/objects/")) return true;
  if (name.find('/') != std::string::npos) return false;
  if (name.find("flash") != std::string::npos) return false;
  return !name.ends_with(".rom") && !name.ends_with(".bios") && !name.ends_with(".vram");
}

/// How many pages are below the hole, if there is one (QEMU's hw/i386/pc_piix.c and pc_q35.c).
std::uint64_t pages_below_hole(const std::string& machine, std::uint64_t pages) {
  const bool q35 = machine.find("q35") != std::string::npos;
  if (!q35 && !machine.starts_with("pc-i440fx")) return 0;
  const std::uint64_t limit = q35 ? 11 * kPagesPerGiB / 4 : 7 * kPagesPerGiB / 2;
  return pages >= limit ? (q35 ? 2 : 3) * kPagesPerGiB : 0;
}

}  // namespace

void RamBlocks::read(Cursor& in, std::uint64_t bytes) {
  blocks_.clear();
  std::uint64_t pages = 0;
  while (bytes > 0) {
    const std::string name = in.text(in.big<std::uint8_t>());
    RamBlock block{pages, in.big<std::uint64_t>(), is_memory_name(name)};
    if (block.bytes == 0 || block.bytes > bytes || block.bytes % kPageSize != 0) {
      in.fail("memory block '" + name + "' has " + std::to_string(block.bytes) + " bytes, of " + std::to_string(bytes) +
              " left in the list");
    }
    bytes -= block.bytes;
    if (block.is_memory) pages += block.bytes / kPageSize;
    if (!blocks_.emplace(name, block).second) in.fail("memory block '" + name + "' is listed twice");
  }
  hole_ = pages_below_hole(machine_, pages);
}

const RamBlock* RamBlocks::find(const std::string& name) const {
  const auto found = blocks_.find(name);
  return found == blocks_.end() ? nullptr : &found->second;
}

std::uint64_t RamBlocks::gfn(const RamBlock& block, std::uint64_t offset) const {
  const std::uint64_t page = block.first + offset / kPageSize;
  return hole_ == 0 || page < hole_ ? page : page - hole_ + 4 * kPagesPerGiB;
}

}  // namespace ksmsim
