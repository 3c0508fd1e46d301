# Puts Chromium on PATH, for the tests of the page. Sourced by .ci/run; nothing happens where it is there, or where CHROMIUM_PATH names one. It is Debian's
# own package.

use_chromium() {
  [ -n "${CHROMIUM_PATH:-}" ] && return 0
  command -v chromium >/dev/null && return 0
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  # Another apt-get may run beside: that of the services.
  apt-get -o DPkg::Lock::Timeout=300 update -qq >/dev/null &&
    DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends chromium >/dev/null
}
