target_sources(ksmsim_core PRIVATE
  live/difference_text.cpp
  live/guardian.cpp
  live/history.cpp
  live/ksm_settings.cpp
  live/ksmd.cpp
  live/live.cpp
  live/live_events.cpp
  live/live_run.cpp
  live/live_vm.cpp
  live/machine.cpp
  live/machine_settings.cpp
  live/pace.cpp
  live/page_changes.cpp
  live/schedule.cpp
  live/scheduling.cpp
  live/sysfs_dir.cpp
  live/vm_process.cpp)
