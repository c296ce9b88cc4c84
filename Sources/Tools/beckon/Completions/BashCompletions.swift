/// Completions for bash (its manual, "Programmable Completion"): a function that looks at which
/// command stands on the line.
enum BashCompletions {
  static func script(_ commands: [Command]) -> String {
    """
    # Completions of beckon for bash, made by 'beckon completions bash'.
    _beckon() {
      local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} verbs= paired= options= values= paths=
      COMPREPLY=()
      if [ "$COMP_CWORD" = 1 ]; then
        COMPREPLY=($(compgen -W "\(names(commands)) help version" -- "$word"))
        return
      fi
      case $command in
        help) [ "$COMP_CWORD" != 2 ] || verbs="\(names(commands))" ;;
    \(commands.map(branch).joined(separator: "\n"))
      esac
      # The value of an option: a file's name, or something that only its user knows.
      case " $paths " in *" ${COMP_WORDS[COMP_CWORD-1]} "*) COMPREPLY=($(compgen -f -- "$word")); return ;; esac
      case " $values " in *" ${COMP_WORDS[COMP_CWORD-1]} "*) return ;; esac
      case $word in
        -*) COMPREPLY=($(compgen -W "$options --help" -- "$word")) ;;
        *)
          if [ "$COMP_CWORD" = 2 ]; then
            COMPREPLY=($(compgen -W "$verbs" -- "$word"))
          elif [ "$COMP_CWORD" = 3 ]; then
            COMPREPLY=($(compgen -W "$paired" -- "$word"))
          fi
          ;;
      esac
    }
    complete -o default -F _beckon beckon
    """
  }

  private static func names(_ commands: [Command]) -> String {
    commands.map(\.name).joined(separator: " ")
  }

  private static func branch(_ command: Command) -> String {
    func words(_ options: [Options.Declared]) -> String {
      options.map { "--" + $0.name }.joined(separator: " ")
    }
    let paths = command.options.filter(\.takesPath)
    let values = command.options.filter { $0.value != nil && !$0.takesPath }
    let pairs = command.pairedWords.map { first in
      "\(first)) paired=\"\(command.words(behind: first).joined(separator: " "))\" ;; "
    }
    let paired = pairs.isEmpty ? "" : "\n      case ${COMP_WORDS[2]} in \(pairs.joined())esac"
    return """
          \(command.name))
            verbs="\(command.firstWords.joined(separator: " "))"
            options="\(words(command.options))"
            values="\(words(values))" paths="\(words(paths))"\(paired) ;;
      """
  }
}
