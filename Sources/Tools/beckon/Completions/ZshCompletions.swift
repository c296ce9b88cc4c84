/// Completions for zsh (its manual, "Completion System"): each command's options with what they
/// mean.
enum ZshCompletions {
  static func script(_ commands: [Command]) -> String {
    """
    #compdef beckon
    # Completions of beckon for zsh, made by 'beckon completions zsh'.
    _beckon() {
      local -a commands=(
    \(commands.map { "    \(quoted(colonFree($0.name) + ":" + $0.summary))" }.joined(separator: "\n"))
        'help:what a command and its options do' 'version:the version'
      )
      if (( CURRENT == 2 )); then
        _describe command commands
        return
      fi
      local command=$words[2]
      shift words
      (( CURRENT-- ))
      case $command in
        help) _arguments "1:command:(\(commands.map(\.name).joined(separator: " ")))" ;;
    \(commands.map(branch).joined(separator: "\n"))
      esac
    }
    # Called by the completion itself, or read into a shell.
    if [ "$funcstack[1]" = _beckon ]; then _beckon "$@"; else compdef _beckon beckon; fi
    """
  }

  private static func branch(_ command: Command) -> String {
    let pairs = command.pairedWords.map { first in
      """
              (( CURRENT != 3 )) || [[ $words[2] != \(first) ]] || { compadd \
      \(command.words(behind: first).joined(separator: " ")); return }
      """
    }
    let verbs =
      command.verbs.isEmpty
      ? [] : ["'1:what:(\(command.firstWords.joined(separator: " ")))'", "'*:file:_files'"]
    let rows = verbs + command.options.map(argument) + ["'--help[this text]'"]
    return """
          \(command.name))
      \(pairs.map { $0 + "\n" }.joined())        _arguments \(rows.joined(separator: " \\\n          ")) ;;
      """
  }

  private static func argument(_ option: Options.Declared) -> String {
    let help = option.help.replacing("[", with: "(").replacing("]", with: ")")
    let flag = "--\(option.name)[\(help)]"
    guard let value = option.value else { return quoted(flag) }
    let name = colonFree(value)
    return quoted(flag + ":\(name):" + (option.takesPath ? "_files" : ""))
  }

  private static func colonFree(_ text: String) -> String { text.replacing(":", with: "\\:") }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
