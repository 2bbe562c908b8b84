#pragma once
// Style sheet and script, built into the program by tools/cmake/html_assets.cmake.
#include <span>
#include <string_view>

namespace ksmsim {

struct HtmlAssets {
  std::span<const std::string_view> style, script;  ///< in pieces
  std::string_view policy;  ///< Content-Security-Policy that lets these two act, by their hashes, and nothing else
};

/// Without a script where uPlot was not there when the program was built.
HtmlAssets html_assets();

}  // namespace ksmsim
