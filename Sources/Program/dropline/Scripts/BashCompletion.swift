import ArgumentParser

/// The completion of bash.
///
/// Readline splits words at the colons of `COMP_WORDBREAKS`: of `end:s2` it completes what is behind the
/// colon. A function around the generated one joins the words, and cuts off what readline has already.
enum BashCompletion {
  /// The arguments that ask for the script.
  static let request = ["--generate-completion-script", "bash"]

  static var script: String {
    let generated = Dropline.completionScript(for: .bash)
    let registration = "complete -o filenames -F _dropline dropline"
    return generated.replacing(registration, with: joining)
  }

  private static let joining = #"""
    _dropline_joining_words() {
        local -a words=()
        local -i index last=-1 current=0
        local rest="${COMP_LINE}" word gap
        for index in "${!COMP_WORDS[@]}"; do
            word="${COMP_WORDS[index]}"
            gap="${rest%%[![:space:]]*}"
            rest="${rest#"${gap}"}"
            rest="${rest#"${word}"}"
            if [[ "${last}" -ge 0 && -z "${gap}" && ("${word}" = :* || "${words[last]}" = *:) ]]; then
                words[last]+="${word}"
            else
                words+=("${word}")
                last+=1
            fi
            [[ "${index}" -eq "${COMP_CWORD}" ]] && current="${last}"
        done

        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD="${current}"
        local before=""
        [[ "${current}" -gt 0 ]] && before="${words[current - 1]}"
        _dropline "${1}" "${words[current]}" "${before}"

        # A name with a colon is no file's name, which readline would quote.
        [[ "${COMPREPLY[*]}" = *:* ]] && compopt +o filenames 2>/dev/null
        if [[ "${COMP_WORDBREAKS}" = *:* && "${words[current]}" = *:* ]]; then
            COMPREPLY=("${COMPREPLY[@]#"${words[current]%"${words[current]##*:}"}"}")
        fi
    }

    complete -o filenames -F _dropline_joining_words dropline
    """#
}
