// SPDX-License-Identifier: Apache-2.0
#include "problem.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <new>
#include <sstream>

#include "priory/report.h"

#include "database.h"
#include "model_host.h"

namespace priory::server {
namespace {

struct Title {
  unsigned status;
  const char* text;
};
constexpr std::array kTitles = {Title{400, "The request is wrong"},
                                Title{401, "A token is needed"},
                                Title{403, "Not allowed"},
                                Title{404, "Not there"},
                                Title{405, "Not this method"},
                                Title{409, "The model cannot do that"},
                                Title{413, "Too much at once"},
                                Title{415, "Not this kind of body"},
                                Title{422, "The rows are wrong"},
                                Title{429, "Too many at once"},
                                Title{431, "Too many headers"},
                                Title{500, "It went wrong here"},
                                Title{503, "Not now"},
                                Title{507, "The disk is full"}};

unsigned status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return 400;
    case ErrorKind::data:
      return 422;
    case ErrorKind::interrupted:
      return 503;
    case ErrorKind::model:
    case ErrorKind::io:
      break;
  }
  return 500;
}

}  // namespace

HttpResponse problem(unsigned status, const std::string& detail, const std::string& place,
                     const std::string& remedy) {
  const auto title = std::ranges::find(kTitles, status, &Title::status);
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object()
      .member("title", title == kTitles.end() ? "It failed" : title->text)
      .member("status", status);
  json.member("detail", detail);
  if (!place.empty()) json.member("place", place);
  if (!remedy.empty()) json.member("remedy", remedy);
  json.end_object();
  HttpResponse response{status, "application/problem+json", out.str()};
  if (status == 429 || status == 503) response.headers.emplace_back("Retry-After", "1");
  if (status == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

HttpResponse problem_of(const std::exception_ptr& exception) {
  const auto told = [](const Error& error, unsigned status) {
    return problem(status, spelt(error.message()), error.place().text(), spelt(error.remedy()));
  };
  try {
    std::rethrow_exception(exception);
  } catch (const Refusal& error) {
    return told(error, error.status);
  } catch (const StorageError& error) {
    return told(error, error.cause == StorageError::Cause::full ? 507 : 500);
  } catch (const Error& error) {
    return told(error, status_of(error.kind()));
  } catch (const std::bad_alloc&) {
    return problem(503, "not enough memory", "", "send fewer rows at once");
  } catch (const std::exception& error) {
    return problem(500, fmt::format("a bug of ours, please report it: {}", error.what()));
  }
}

}  // namespace priory::server
