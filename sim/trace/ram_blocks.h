#pragma once
// The memory blocks of a QEMU machine, as its migration stream lists them: which are the guest's memory, and where.
#include <cstdint>
#include <map>
#include <string>

#include "cursor.h"

namespace ksmsim {

struct RamBlock {
  std::uint64_t first = 0;  ///< page, all the guest's memory put together
  std::uint64_t bytes = 0;
  bool is_memory = false;  ///< the guest's; not a device's, as firmware and video memory
};

class RamBlocks {
 public:
  /// The machine's name tells where memory has its hole below 4 GiB: "pc-q35-7.2".
  void set_machine(const std::string& name) { machine_ = name; }
  /// Entries of names and lengths, which are `bytes` in sum. Memory is in the order of the list, usually one block.
  void read(Cursor& in, std::uint64_t bytes);
  /// nullptr if there is none.
  const RamBlock* find(const std::string& name) const;
  /// The guest's page at that offset of the block.
  std::uint64_t gfn(const RamBlock& block, std::uint64_t offset) const;

 private:
  std::string machine_;
  std::map<std::string, RamBlock> blocks_;
  std::uint64_t hole_ = 0;  ///< the page that lies at 4 GiB, pages before it below; 0: none
};

}  // namespace ksmsim
