#pragma once
// A file (or a process) that holds memory of a VM: which pages it has, and their bytes on request. One .cpp a format in
// sim/trace/formats; a format is a plug-in (kind "format") and is recognised by content. Files are hostile: every
// length and offset is checked before it is used, and what is set aside in memory is bounded by the file's size.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ksmsim/trace/input_file.h"
#include "ksmsim/trace/trace.h"

namespace ksmsim {

/// Pages that follow each other in the guest's memory, and where their bytes are.
struct ImageRun {
  enum class Kind : std::uint8_t { bytes, zero, unreadable };
  std::uint64_t gfn = 0, pages = 0;
  Kind kind = Kind::bytes;
  std::uint64_t where = 0;  ///< kind bytes: what read() takes for the first page; page n's is where + n * kPageSize
};

class MemoryImage {
 public:
  virtual ~MemoryImage() = default;
  /// By gfn, without overlap. What no run covers is absent.
  const std::vector<ImageRun>& runs() const { return runs_; }
  /// The bytes of pages that follow each other, from `where` of a run on; `out` is a multiple of kPageSize. From any
  /// thread. TraceError if the file does not have them.
  virtual void read(std::uint64_t where, std::span<std::byte> out) const = 0;

 protected:
  std::vector<ImageRun> runs_;
};

/// What the user may say of an image.
struct ImageOptions {
  std::string format;               ///< empty: recognised
  std::optional<std::string> base;  ///< the image that this one is a difference to: what it lacks is there
  bool gaps_are_zero = false;       ///< pages that the file leaves out hold zeros, instead of being absent
};

class ImageFormat {
 public:
  static constexpr std::string_view kKind = "format";
  virtual ~ImageFormat() = default;
  /// By its first bytes, or what else is cheap to look at. False if the format has to be named.
  virtual bool recognises(const InputFile& file) const = 0;
  virtual std::unique_ptr<MemoryImage> open(std::shared_ptr<const InputFile> file,
                                            const ImageOptions& options) const = 0;
};

/// The image in `path`. TraceError if it cannot be read, UsageError if no format is recognised or named wrongly.
std::unique_ptr<MemoryImage> open_image(const std::string& path, const ImageOptions& options = {});

// --- for formats
inline constexpr std::uint64_t kMostImagePages = std::uint64_t{1} << 40;
/// Sorts runs by gfn and joins those that go on; TraceError if two overlap or lie beyond kMostImagePages.
void order_runs(const InputFile& file, std::vector<ImageRun>& runs);
/// An image whose runs' `where` are offsets of the file; runs are put in order and checked against the file's size. For
/// formats that store pages as they are.
std::unique_ptr<MemoryImage> plain_image(std::shared_ptr<const InputFile> file, std::vector<ImageRun> runs);

}  // namespace ksmsim
