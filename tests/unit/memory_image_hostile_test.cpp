// Files that were cut off, changed or made up: each is read or refused in one line with the place, and nothing else.
#include <random>
#include <set>

#include "catch.h"
#include "image_samples.h"
#include "ksmsim/base/plugin.h"

using namespace ksmsim;

namespace {

const ImageOptions options_for(const ImageSample& sample) { return {sample.format, {}, true}; }

/// Reads some pages of each run. What a file that is not read says must name an offset.
void try_to_read(const std::string& path, const ImageSample& sample) {
  try {
    const auto image = open_image(path, options_for(sample));
    std::uint64_t end = 0;
    for (const ImageRun& run : image->runs()) {
      if (run.gfn < end || run.pages == 0) FAIL("runs out of order");
      end = run.gfn + run.pages;
    }
    pages_of(*image, 16);
  } catch (const TraceError& error) {
    const std::string text = error.what();
    const bool says_where =
        text.find("offset ") != std::string::npos || text.find("no memory image that is known") != std::string::npos ||
        text.find("damaged zstd") != std::string::npos || text.find("zstd data ends") != std::string::npos ||
        text.find("cannot be opened") != std::string::npos;
    if (!says_where || text.find('\n') != std::string::npos) FAIL(text);
  }
}

}  // namespace

TEST_CASE("the samples are of all formats, and all can be read") {
  std::set<std::string> formats;
  for (const ImageSample& sample : image_samples()) {
    INFO(sample.name);
    const TempDir dir;
    const std::string path = write_sample(dir, sample, sample.bytes);
    CHECK_FALSE(pages_of(path, options_for(sample)).empty());
    formats.insert(sample.format);
    for (const PluginInfo* format : catalogue_list(ImageFormat::kKind)) {
      if (Registry<ImageFormat>::make(format->name)->recognises(InputFile(path))) formats.insert(format->name);
    }
  }
  for (const PluginInfo* format : catalogue_list(ImageFormat::kKind)) {
    INFO(format->name);
    CHECK(formats.contains(format->name));
  }
}

TEST_CASE("an image that is cut off anywhere is read or refused with the place") {
  for (const ImageSample& sample : image_samples()) {
    INFO(sample.name);
    const TempDir dir;
    for (std::size_t size = 0; size < sample.bytes.size(); size += size < 400 ? 1 : sample.bytes.size() / 97 + 1) {
      try_to_read(write_sample(dir, sample, sample.bytes.substr(0, size)), sample);
    }
    SUCCEED();
  }
}

TEST_CASE("an image with changed bits is read or refused with the place") {
  std::mt19937_64 random(1);
  for (const ImageSample& sample : image_samples()) {
    INFO(sample.name);
    const TempDir dir;
    for (int i = 0; i < 300; ++i) {
      std::string bytes = sample.bytes;
      const std::size_t head = i % 3 == 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 500);
      for (std::uint64_t n = random() % 4 + 1; n > 0; --n) {
        char& byte = bytes[random() % head];
        byte = static_cast<char>(byte ^ 1 << random() % 8);
      }
      try_to_read(write_sample(dir, sample, bytes), sample);
    }
    SUCCEED();
  }
}

TEST_CASE("absurd numbers anywhere in an image's head are refused before memory is taken for them") {
  for (const ImageSample& sample : image_samples()) {
    INFO(sample.name);
    const TempDir dir;
    for (std::size_t at = 0; at + 8 <= sample.bytes.size() && at < 600; at += 4) {
      for (const std::uint64_t number :
           {~std::uint64_t{0}, std::uint64_t{1} << 62, std::uint64_t{0x7fffffff7fffffff}}) {
        std::string bytes = sample.bytes;
        bytes.replace(at, 8, le64(number));
        try_to_read(write_sample(dir, sample, bytes), sample);
      }
    }
    SUCCEED();
  }
}

TEST_CASE("files beside an image may be damaged, too") {
  std::mt19937_64 random(2);
  for (const ImageSample& sample : image_samples()) {
    INFO(sample.name);
    for (const auto& [name, text] : sample.beside) {
      const TempDir dir;
      for (int i = 0; i < 200; ++i) {
        const std::string path = write_sample(dir, sample, sample.bytes);
        std::string bytes = text;
        if (i % 2 == 0) bytes.resize(random() % bytes.size());
        if (!bytes.empty()) bytes[random() % bytes.size()] = static_cast<char>(random());
        dir.write(name, bytes);
        try_to_read(path, sample);
      }
    }
    SUCCEED();
  }
}
