// SPDX-License-Identifier: Apache-2.0
// Which format a file has: by the ending of its name, else by its first bytes.
#pragma once

#include <string_view>

#include "priory/table.h"

namespace priory {

// By .csv .tsv .jsonl .ndjson .svm .libsvm .svmlight .arff .ft .fasttext .eml .mbox, also before .gz .zst
// .xz; detect when it says nothing.
Format format_of_name(std::string_view name);

// By looking: an object is JSONL, a comment or declaration ARFF, `label index:value` svmlight, `__label__`
// fastText, `From ` and a time an mbox, headers a mail, all else CSV.
Format format_of_bytes(std::string_view head);

// Whether a format has documents, a file or a part of one each, and no table.
bool is_document(Format format);

// Whether the bytes begin with two headers or more, up to a blank line or the end of `head`, one of them such
// as every mail has; a line `From ...` may come first.
bool looks_like_mail(std::string_view head);

// Whether a line is one that begins a mail in an mbox: `From `, who sent it, and when.
bool is_mbox_line(std::string_view line);

// The name without the ending of a compressed file.
std::string_view unpacked_name(std::string_view name);

}  // namespace priory
