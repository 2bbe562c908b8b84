# Shared by tools/lab/*, which source it after tools/dev/common.sh: a Debian kernel, and what a guest's initramfs holds.
cache=${XDG_CACHE_HOME:-~/.cache}/ksmsim/lab

# PROGRAM...: one line if any of them is missing.
need_programs() {
  local program packages
  packages=$(package_names lab)
  for program in "$@"; do
    command -v "$program" >/dev/null || die "$program is missing; install ${packages//$'\n'/ }"
  done
}

# VERSION: the newest package of a Debian cloud kernel of that version, as apt offers it.
kernel_package() {
  apt-cache search --names-only "^linux-image-${1//./\\.}\.[0-9].*-cloud-amd64\$" | awk '{print $1}' | sort -V | tail -n 1
}

# PACKAGE: its kernel image, into the cache unless it is there; from apt, which checks what it downloads.
unpack_kernel() {
  local dir=$cache/$1 part
  [ ! -s "$dir/vmlinuz" ] || return 0
  say "downloading $1"
  mkdir -p "$dir"
  part=$(mktemp -d "$cache/part.XXXXXX")
  (cd "$part" && apt-get download "$1" && dpkg --fsys-tarfile ./*.deb | tar -x --wildcards './boot/vmlinuz-*' &&
    mv boot/vmlinuz-* "$dir/vmlinuz") >"$cache/download.log" 2>&1
  rm -rf "$part"
  [ -s "$dir/vmlinuz" ]
}

# VERSION: prints where its kernel image is; without a network, the newest in the cache.
kernel_image() {
  local package cached
  package=$(kernel_package "$1")
  if [ -n "$package" ] && unpack_kernel "$package"; then
    echo "$cache/$package/vmlinuz"
    return
  fi
  cached=$(find "$cache" -path "*/linux-image-$1.*/vmlinuz" 2>/dev/null | sort -V | tail -n 1)
  [ -n "$cached" ] || die "apt offers no Debian cloud kernel $1 (is there a network? then: apt-get update)"
  echo "$cached"
}

# ROOT PROGRAM...: the programs in ROOT/bin, their shared libraries in ROOT/lib, and the loader where they expect it.
copy_programs() {
  local into=$1 program library; shift
  mkdir -p "$into"/{bin,lib}
  for program in "$@"; do
    cp -L "$program" "$into/bin/"
    { ldd "$program" 2>/dev/null || true; } | awk '$1 ~ "^/" {print $1} $3 ~ "^/" {print $3}' | while read -r library; do
      case $library in
        */ld-linux*) install -D "$library" "$into$library" ;;
        *) cp -L "$library" "$into/lib/" ;;
      esac
    done
  done
}

# ROOT: busybox and its commands' names, and the folders that an init mounts.
make_root() {
  mkdir -p "$1"/{bin,dev,proc,sys,tmp,run/lock}
  copy_programs "$1" "$(command -v busybox)"
  busybox --list | while read -r name; do
    [ "$name" = busybox ] || ln -sf busybox "$1/bin/$name"
  done
}

# ROOT FILE: the folder as an initramfs.
pack_root() {
  (cd "$1" && find . | cpio --quiet -o -H newc -R 0:0) >"$2"
}

# PACKAGE...: their files, unpacked in folders of the cache, which are printed; nothing is installed.
unpack_packages() {
  local package part
  for package in "$@"; do
    if [ ! -d "$cache/packages/$package" ]; then
      say "downloading $package"
      mkdir -p "$cache/packages"
      part=$(mktemp -d "$cache/packages/part.XXXXXX")
      (cd "$part" && apt-get download "$package" && dpkg -x ./*.deb files && mv -T files "../$package") \
        >"$cache/download.log" 2>&1 || true
      rm -rf "$part"
    fi
    [ -d "$cache/packages/$package" ] || die "apt does not give $package (is there a network? then: apt-get update)"
    echo "$cache/packages/$package"
  done
}
