/* A page hash of one's own for ksmsim, in a shared object: what such a plug-in and ksmsim say to each other. C99, and
 * nothing else is needed to build one:
 *
 *   cc -std=c99 -O2 -shared -fPIC -o myhash.so myhash.c
 *   ksmsim run scenario.yaml --plugin ./myhash.so -s ksm.hash=myhash -s host.checksum_time=measured
 *
 * The plug-in defines one function, ksmsim_hash_entry(), which gives a struct that stays as it is for as long as the
 * plug-in is loaded; ksmsim never unloads one. Fields are only ever added, at the end, and struct_size tells ksmsim
 * which ones the plug-in knows; whatever else changes is another KSMSIM_HASH_ABI. Before a plug-in is used, a child
 * process tests whether it does what is said here. It is native code all the same: load only what you trust.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KSMSIM_HASH_PLUGIN_H
#define KSMSIM_HASH_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KSMSIM_HASH_ABI 1u
#define KSMSIM_PAGE_SIZE 4096u

struct ksmsim_hash {
  uint32_t struct_size; /* sizeof(struct ksmsim_hash) */
  uint32_t abi;         /* KSMSIM_HASH_ABI */
  const char* name;     /* for ksm.hash: a letter, then letters, digits, '-' or '_', at most 32; none of ksmsim's */
  const char* version;  /* the plug-in's own, printed beside results: at most 64 printable characters */
  const char* summary;  /* one line for `ksmsim list`, at most 200 printable characters; no full stop */
  uint32_t digest_bits; /* 1 to 64; of a longer digest give the first 8 bytes */
  uint32_t flags;       /* 0 */

  /* What the other functions get as `state`, read-only from then on. NULL: it failed, and *error may say why. The
   * function itself may be NULL: then the state is NULL, too. */
  void* (*create)(const char** error);
  void (*destroy)(void* state); /* may be NULL */
  /* The digest of the 4096 bytes at `page`, which has any alignment and is not to be written, in the lowest digest_bits
   * bits. It follows from the bytes alone. Several threads may call it at a time, with one state. */
  uint64_t (*hash)(const void* state, const void* page);
  /* The same of `count` pages at a time, for code that hashes several side by side. May be NULL; ksmd takes one page at
   * a time, so no result depends on it yet. */
  void (*hash_batch)(const void* state, const void* const* pages, size_t count, uint64_t* digests);
};

/* The struct for a ksmsim that knows `abi` and older; NULL if there is none. */
__attribute__((visibility("default"))) const struct ksmsim_hash* ksmsim_hash_entry(uint32_t abi);

#ifdef __cplusplus
}
#endif

#endif
