// SPDX-License-Identifier: Apache-2.0
// priory completion SHELL: the script that makes a shell ask the program after Tab. completion.h has the
// answer's form.
#include <fmt/format.h>

#include "command.h"
#include "help/completion.h"

namespace priory::app {
namespace {

// Readline takes = and : for ends of words: what stands before the last of them is not to be repeated.
constexpr std::string_view kBash = R"(# bash completion for priory; made by `priory completion bash`
_priory() {
  local line=${COMP_LINE:0:COMP_POINT} answer kind each word
  mapfile -t answer < <("${COMP_WORDS[0]}" __complete --line "$line" 2>/dev/null)
  kind=${answer[0]:-words} COMPREPLY=()
  local typed=${line##*[[:space:]]} quoted=
  [[ ${COMP_WORDS[COMP_CWORD]} == [\'\"]* ]] && quoted=yes
  local before=${typed%"${typed##*[=:]}"}
  for each in "${answer[@]:1}"; do
    word=${each%%$'\t'*}
    [[ -n $quoted ]] || printf -v word %q "$word"
    [[ -n $quoted ]] || word=${word//\\,/,}
    COMPREPLY+=("${word#"$before"}")
  done
  [[ $kind != list ]] || compopt -o nospace
  if [[ $kind == files ]]; then
    compopt -o filenames
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]#=}")
  fi
}
complete -F _priory priory
)";

constexpr std::string_view kZsh = R"(#compdef priory
# zsh completion for priory; made by `priory completion zsh`
_priory() {
  local -a answer values shown
  local each
  answer=("${(@f)$(${(Q)words[1]} __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
  for each in "${(@)answer[2,-1]}"; do
    [[ -n $each ]] || continue
    values+=("${each%%$'\t'*}")
    shown+=("${each%%$'\t'*}${${each#"${each%%$'\t'*}"}/$'\t'/  -- }")
  done
  case $answer[1] in
    list) compadd -S '' -a values ;;
    files) compadd -a values; _files ;;
    *) compadd -l -d shown -a values ;;
  esac
}
if [[ $funcstack[1] == _priory ]]; then _priory "$@"; else compdef _priory priory; fi
)";

constexpr std::string_view kFish = R"(# fish completion for priory; made by `priory completion fish`
function __priory_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l plain (string unescape -- $current)
    or set plain $current
    set -l answer ($words[1] __complete $words[2..-1] "$plain" 2>/dev/null)
    test (count $answer) -gt 1; and printf '%s\n' $answer[2..-1]
    test "$answer[1]" = files; and __fish_complete_path $current
end
complete -c priory -f -a '(__priory_complete)'
)";

struct Completion {
  std::string shell;

  int run() const {
    write_output(shell == "bash" ? kBash : shell == "zsh" ? kZsh : kFish);
    return 0;
  }
};

}  // namespace

Verb make_completion() {
  const auto self = std::make_shared<Completion>();
  Verb verb{"completion",
            "what makes bash, zsh or fish complete verbs, options, files, columns and classes",
            {"priory completion bash >~/.local/share/bash-completion/completions/priory",
             "priory completion zsh >~/.zfunc/_priory      # a folder of your fpath",
             "priory completion fish >~/.config/fish/completions/priory.fish"},
            {},
            [self] { return self->run(); }};
  verb.arguments.word("SHELL", "", self->shell, {"bash", "zsh", "fish"}, "bash, zsh or fish").required = true;
  return verb;
}

}  // namespace priory::app
