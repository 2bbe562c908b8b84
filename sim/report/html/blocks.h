#pragma once
// Blocks of text, as tables for terminals have them (report/document.h), in HTML.
#include "ksmsim/report/document.h"
#include "markup.h"

namespace ksmsim {

/// Facts, table and paragraphs, without the heading.
Markup block_content(const Block& block);
/// Label and value, one below the other.
Markup facts_of(const std::vector<Fact>& facts);

}  // namespace ksmsim
