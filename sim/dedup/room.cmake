target_sources(ksmsim_core PRIVATE
  dedup/checksum_tree.cpp
  dedup/errno_name.cpp
  dedup/hash_table.cpp
  dedup/kernel.cpp
  dedup/ksm/checksum_keys.cpp
  dedup/ksm/ksm_scanner.cpp
  dedup/ksm/ksmd.cpp
  dedup/ksm/merge.cpp
  dedup/ksm/rb_tree.cpp
  dedup/ksm/scan.cpp
  dedup/ksm/stable_chain.cpp
  dedup/ksm/stable_tree.cpp
  dedup/ksm/tunables.cpp
  dedup/ksm/unstable_tree.cpp)
