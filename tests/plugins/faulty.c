/* Hash plug-ins with one fault each: FAULT says which. FAULT_none has none, with state and batch. */
#include <ksmsim/hash_plugin.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum fault {
  none, null_entry, wrong_abi, small_struct, bad_name, taken_name, no_version, long_summary, wide_digest, zero_bits,
  unknown_flags, no_hash, create_fails, crashes, aborts, hangs, exits, reads_beyond, reads_before, writes_page, counts,
  keyed_by_state, keyed_by_address, constant, other_batch, long_batch, shares_buffer, prints
};

static const volatile uint64_t *volatile nowhere;

static uint64_t sum(const unsigned char *bytes) {
  uint64_t digest = 1;
  for (size_t i = 0; i < KSMSIM_PAGE_SIZE; ++i) digest = (digest ^ bytes[i]) * UINT64_C(0x100000001b3);
  return digest ^ digest >> 31;
}

static uint64_t buffer[KSMSIM_PAGE_SIZE / 8]; /* of shares_buffer */
static const struct timespec moment = {0, 20000};

static uint64_t hash(const void *state, const void *page) {
  static volatile uint64_t calls;
  const unsigned char *bytes = page;
  switch (FAULT) {
    case crashes: return *nowhere;
    case aborts: abort();
    case hangs: for (;;) pause();
    case exits: _exit(0);
    case reads_beyond: return sum(bytes) ^ bytes[KSMSIM_PAGE_SIZE];
    case reads_before: return sum(bytes) ^ bytes[-1];
    case writes_page: ((volatile unsigned char *)bytes)[7] = 7; return sum(bytes);
    case counts: return sum(bytes) ^ ++calls;
    case keyed_by_state: return sum(bytes) ^ (uint64_t)(uintptr_t)state;
    case keyed_by_address: return sum(bytes) ^ ((uintptr_t)bytes & 1);
    case constant: return 42;
    case shares_buffer: {
      memset(buffer, 0, sizeof buffer);
      for (size_t i = 0; i < KSMSIM_PAGE_SIZE; ++i) ((volatile unsigned char *)buffer)[i] = bytes[i];
      nanosleep(&moment, NULL);
      return sum((const unsigned char *)buffer);
    }
    case prints: (void)!write(1, "noise\n", 6); return sum(bytes);
    default: return sum(bytes);
  }
}

static void hash_batch(const void *state, const void *const *pages, size_t count, uint64_t *digests) {
  for (size_t i = 0; i < count; ++i) digests[i] = hash(state, pages[i]);
  if (FAULT == other_batch && count == 16) digests[15] ^= 1;
  if (FAULT == long_batch) digests[count] = 0;
}

static void *create(const char **error) {
  if (FAULT == create_fails) *error = "no luck";
  return FAULT == create_fails ? NULL : malloc(64);
}

static struct ksmsim_hash plugin = {
    .struct_size = FAULT == small_struct ? 24 : sizeof plugin,
    .abi = FAULT == wrong_abi ? 7 : KSMSIM_HASH_ABI,
    .name = FAULT == bad_name ? "no spaces" : FAULT == taken_name ? "xxh64" : PLUGIN_NAME,
    .version = FAULT == no_version ? NULL : "0.1",
    .summary = FAULT == long_summary ? "two\nlines" : "For tests",
    .digest_bits = FAULT == wide_digest ? 32 : FAULT == zero_bits ? 0 : 64,
    .flags = FAULT == unknown_flags ? 8 : 0,
    .create = create,
    .destroy = free,
    .hash = FAULT == no_hash ? NULL : hash,
    .hash_batch = hash_batch,
};

const struct ksmsim_hash *ksmsim_hash_entry(uint32_t abi) {
  return FAULT == null_entry || abi < KSMSIM_HASH_ABI ? NULL : &plugin;
}
