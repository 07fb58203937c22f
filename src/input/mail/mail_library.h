// SPDX-License-Identifier: Apache-2.0
// GMime, loaded when the first mail is read: with all that it needs it would cost every start of the program
// some milliseconds, and most of them never see a mail. The names are those of gmime.h.
#pragma once

#include <gmime/gmime.h>

namespace priory {

struct MailLibrary {
// clang-format off
#define PRIORY_MAIL_FUNCTIONS(take)           \
  take(g_mime_init)                           \
  take(g_object_unref)                        \
  take(g_type_check_instance_is_a)            \
  take(g_mime_stream_mem_new_with_buffer)     \
  take(g_mime_parser_new_with_stream)         \
  take(g_mime_parser_construct_message)       \
  take(g_mime_header_list_get_header)         \
  take(g_mime_message_get_mime_part)          \
  take(g_mime_object_get_header_list)         \
  take(g_mime_object_get_content_type)        \
  take(g_mime_object_get_disposition)         \
  take(g_mime_header_list_get_count)          \
  take(g_mime_header_list_get_header_at)      \
  take(g_mime_header_get_name)                \
  take(g_mime_header_get_raw_value)           \
  take(g_mime_content_type_get_media_type)    \
  take(g_mime_content_type_get_media_subtype) \
  take(g_mime_content_type_get_parameter)     \
  take(g_mime_multipart_get_type)             \
  take(g_mime_multipart_get_count)            \
  take(g_mime_multipart_get_part)             \
  take(g_mime_multipart_get_prologue)         \
  take(g_mime_message_part_get_type)          \
  take(g_mime_message_part_get_message)       \
  take(g_mime_part_get_type)                  \
  take(g_mime_text_part_get_type)             \
  take(g_mime_part_get_filename)              \
  take(g_mime_part_get_content)               \
  take(g_mime_part_get_content_encoding)      \
  take(g_mime_data_wrapper_get_stream)        \
  take(g_mime_stream_reset)                   \
  take(g_mime_stream_length)                  \
  take(g_mime_stream_read)                    \
  take(g_mime_encoding_init_decode)           \
  take(g_mime_encoding_outlen)                \
  take(g_mime_encoding_flush)
// clang-format on
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name that is declared
#define PRIORY_POINTER(name) decltype(&::name) name = nullptr;
  PRIORY_MAIL_FUNCTIONS(PRIORY_POINTER)
#undef PRIORY_POINTER
};

// Safe for several threads. An Error of kind io that names the package when it is not installed.
const MailLibrary& mail_library();

}  // namespace priory
