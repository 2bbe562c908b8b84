// CRIU's images of a process: pagemap-PID.img has its ranges of memory, pages-N.img beside it their pages, one after
// the other. Ranges that did not change since an earlier dump are in the same file of the folder `parent`. Messages are
// protobuf, of which only numbers occur here.
#include <algorithm>

#include "../coding.h"
#include "../cursor.h"
#include "../image_runs.h"
#include "../layered_image.h"
#include "../sibling_files.h"
#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

using namespace std::string_view_literals;
constexpr std::string_view kMagics = "\x19\x43\x56\x54\x25\x40\x08\x56"sv;
constexpr std::uint64_t kInParent = 1, kPresent = 4;
constexpr unsigned kMostParents = 1000;
constexpr std::uint32_t kLargestMessage = 4096;

/// The numbers of a message, by field; 1 to 4 are used.
struct Message {
  std::array<std::uint64_t, 8> value{};
  std::array<bool, 8> given{};
};

Message read_message(Cursor& in) {
  const std::uint64_t at = in.offset();
  const auto size = in.little<std::uint32_t>();
  if (size > kLargestMessage) in.file().fail(at, "an entry of " + std::to_string(size) + " bytes");
  const std::string bytes = in.text(size);
  ByteReader reader(std::as_bytes(std::span(bytes)));
  Message message;
  while (!reader.done()) {
    const std::uint64_t key = reader.varint(), field = key >> 3, form = key & 7;
    std::uint64_t value = 0;
    if (form == 0) value = reader.varint();
    if (form == 1) value = reader.fixed(8);
    if (form == 2) reader.take(reader.varint());
    if (form == 5) value = reader.fixed(4);
    if (!reader.ok() || form == 3 || form == 4 || form > 5) in.file().fail(at, "a damaged entry");
    if (field < message.value.size()) {
      message.value[field] = value;
      message.given[field] = true;
    }
  }
  return message;
}

struct Pagemap {
  std::uint64_t pages_file = 0;
  std::vector<ImageRun> own;
  std::vector<GfnRange> in_parent;
};

Pagemap read_pagemap(const InputFile& file) {
  Pagemap map;
  Cursor in(file, kMagics.size());
  map.pages_file = read_message(in).value[1];
  std::uint64_t stored = 0, end = 0;
  while (!in.at_end()) {
    const std::uint64_t at = in.offset();
    const Message entry = read_message(in);
    const std::uint64_t begin = entry.value[1] / kPageSize, pages = entry.value[2];
    const bool in_parent = entry.value[3] != 0 || (entry.value[4] & kInParent) != 0;
    if (begin < end) file.fail(at, "a range before the end of the last one");
    if (pages > kMostImagePages || begin > kMostImagePages) file.fail(at, "a range beyond 2^40 pages");
    end = begin + pages;
    if (in_parent) {
      map.in_parent.push_back({begin, end});
    } else if (!entry.given[4] || (entry.value[4] & kPresent) != 0) {
      append_pages(map.own, {begin, pages, ImageRun::Kind::bytes, stored * kPageSize});
      stored += pages;
    }
    if (stored > kMostImagePages) file.fail(at, "ranges of more than 2^40 pages");
  }
  return map;
}

std::uint64_t count(const std::vector<ImageRun>& runs) {
  std::uint64_t pages = 0;
  for (const ImageRun& run : runs) pages += run.pages;
  return pages;
}

std::unique_ptr<MemoryImage> open_level(const InputFile& file, unsigned level) {
  const Pagemap map = read_pagemap(file);
  auto pages = std::make_shared<const InputFile>(beside(file, "pages-" + std::to_string(map.pages_file) + ".img"));
  auto own = plain_image(std::move(pages), map.own);
  if (map.in_parent.empty()) return own;
  if (level == kMostParents) file.fail(0, "more than 1000 parents, or a folder that is its own");
  const std::string name = std::filesystem::path(file.path()).filename().string();
  auto parent = open_level(InputFile(beside(file, "parent/" + name)), level + 1);
  const std::vector<ImageRun> shown = within(parent->runs(), map.in_parent);
  std::uint64_t wanted = 0;
  for (const GfnRange& range : map.in_parent) wanted += range.end - range.begin;
  if (count(shown) != wanted) file.fail(0, "the parent lacks pages that should be there");
  return layered_image(std::move(own), std::move(parent), shown);
}

class Criu final : public ImageFormat {
 public:
  bool recognises(const InputFile& file) const override { return file.matches(0, kMagics); }
  std::unique_ptr<MemoryImage> open(std::shared_ptr<const InputFile> file, const ImageOptions&) const override {
    return open_level(*file, 0);
  }
};

const Register<ImageFormat, Criu> registered{"criu", "CRIU: pagemap-PID.img, with pages-N.img beside"};

}  // namespace
}  // namespace ksmsim
