#include "records.h"

#include <zstd.h>

#include "coding.h"
#include "ksmsim/hash/fingerprint.h"

namespace ksmsim {
namespace {

constexpr int kLevel = 12;
constexpr std::string_view kLast = "DONE";
constexpr std::size_t kRecordHeader = 4 + 8 + 8 + 8;

void put(std::ostream& out, std::span<const std::byte> bytes) {
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

RecordWriter::RecordWriter(std::ostream& out) : out_(out) {
  ByteWriter header;
  header.append(std::as_bytes(std::span(kTraceMagic)));
  header.fixed(kTraceVersion, 4);
  header.fixed(0, 4);
  put(out_, header.bytes());
}

void RecordWriter::write(std::string_view type, std::span<const std::byte> payload) {
  if (payload.size() > kLargestRecord) throw Error("a record of a trace would be larger than 16 MiB");
  std::vector<std::byte> stored(ZSTD_compressBound(payload.size()));
  const std::size_t size = ZSTD_compress(stored.data(), stored.size(), payload.data(), payload.size(), kLevel);
  if (ZSTD_isError(size) != 0) throw Error(std::string("zstd: ") + ZSTD_getErrorName(size));
  stored.resize(size);
  ByteWriter header;
  header.append(std::as_bytes(std::span(type)));
  header.fixed(stored.size(), 8);
  header.fixed(payload.size(), 8);
  header.fixed(check_sum(stored), 8);
  put(out_, header.bytes());
  put(out_, stored);
  ++records_;
}

void RecordWriter::finish() {
  ByteWriter last;
  last.varint(records_);
  write(kLast, last.bytes());
}

RecordReader::RecordReader(const InputFile& file) : file_(file) {
  if (!file.matches(0, kTraceMagic)) file.fail(0, "not a trace file: it does not begin with KSMTRACE");
  const auto version = file.little<std::uint32_t>(kTraceMagic.size());
  if (version != kTraceVersion) {
    file.fail(kTraceMagic.size(), "a trace of version " + std::to_string(version) + "; this program reads version 1");
  }
  at_ = kTraceMagic.size() + 8;
}

bool RecordReader::next(Record& record) {
  if (!file_.has(at_, kRecordHeader)) file_.fail(at_, "the trace ends early");
  record.offset = at_;
  record.type.resize(4);
  file_.read(at_, std::as_writable_bytes(std::span(record.type)));
  const auto stored = file_.little<std::uint64_t>(at_ + 4), raw = file_.little<std::uint64_t>(at_ + 12);
  const auto sum = file_.little<std::uint64_t>(at_ + 20);
  record.payload = unpack(at_ + kRecordHeader, stored, raw, sum);
  at_ += kRecordHeader + stored;
  if (record.type != kLast) {
    ++records_;
    return true;
  }
  ByteReader last(record.payload);
  if (last.varint() != records_ || !last.done()) file_.fail(record.offset, "records of the trace are missing");
  if (at_ != file_.size()) file_.fail(at_, "the file goes on after the trace's end");
  return false;
}

std::vector<std::byte> RecordReader::unpack(std::uint64_t at, std::uint64_t stored, std::uint64_t raw,
                                            std::uint64_t sum) {
  if (raw > kLargestRecord) file_.fail(at, "a record larger than 16 MiB");
  if (!file_.has(at, stored)) file_.fail(at, "the trace ends within a record");
  std::vector<std::byte> packed(stored), plain(raw);
  file_.read(at, packed);
  if (check_sum(packed) != sum) file_.fail(at, "a record is damaged: its check sum is wrong");
  const std::size_t size = ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size());
  if (ZSTD_isError(size) != 0 || size != raw) file_.fail(at, "a record is damaged: it does not unpack");
  return plain;
}

}  // namespace ksmsim
