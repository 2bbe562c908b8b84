/* An example of a page hash as a plug-in: FNV-1a over 64-bit words (Fowler, Noll, Vo; public domain).
 *   cc -std=c99 -O2 -shared -fPIC -I../../include -o fnv1a.so fnv1a.c
 *   ksmsim hash bench fnv1a xxh64 --plugin ./fnv1a.so
 */
#include <ksmsim/hash_plugin.h>
#include <string.h>

static uint64_t fnv1a(const void *state, const void *page) {
  uint64_t digest = UINT64_C(0xcbf29ce484222325), word;
  (void)state;
  for (size_t at = 0; at < KSMSIM_PAGE_SIZE; at += sizeof word) {
    memcpy(&word, (const char *)page + at, sizeof word);
    digest = (digest ^ word) * UINT64_C(0x100000001b3);
    digest ^= digest >> 32; /* a product moves bits up only */
  }
  return digest;
}

static const struct ksmsim_hash plugin = {
    .struct_size = sizeof plugin,
    .abi = KSMSIM_HASH_ABI,
    .name = "fnv1a",
    .version = "1.0",
    .summary = "FNV-1a over 64-bit words",
    .digest_bits = 64,
    .hash = fnv1a,
};

const struct ksmsim_hash *ksmsim_hash_entry(uint32_t abi) { return abi >= KSMSIM_HASH_ABI ? &plugin : NULL; }
