/// Completions for fish (its manual, "complete"): a line for each command, word and option.
enum FishCompletions {
  static func script(_ commands: [Command]) -> String {
    let first = "not __fish_seen_subcommand_from \(names(commands)) help version"
    let heads = commands.map { row(first, word: $0.name, $0.summary) }
    let others = [
      row(first, word: "help", "what a command and its options do"),
      row(first, word: "version", "the version"),
      row("__fish_seen_subcommand_from help", words: names(commands)),
    ]
    return
      ([
        "# Completions of beckon for fish, made by 'beckon completions fish'.",
        "complete -c beckon -f",
      ] + heads + others + commands.flatMap(rows)).joined(separator: "\n")
  }

  private static func names(_ commands: [Command]) -> String {
    commands.map(\.name).joined(separator: " ")
  }

  private static func rows(_ command: Command) -> [String] {
    let here = "__fish_seen_subcommand_from \(command.name)"
    let first = command.firstWords.joined(separator: " ")
    var rows: [String] = []
    if !first.isEmpty {
      rows.append(row("\(here); and not __fish_seen_subcommand_from \(first)", words: first))
    }
    for word in command.pairedWords {
      let behind = command.words(behind: word).joined(separator: " ")
      rows.append(
        row(
          "\(here); and __fish_seen_subcommand_from \(word); "
            + "and not __fish_seen_subcommand_from \(behind)", words: behind))
    }
    return rows + command.options.map { option(here, $0) }
  }

  private static func row(_ condition: String, word: String, _ help: String) -> String {
    "complete -c beckon -n \(quoted(condition)) -a \(word) -d \(quoted(help))"
  }

  private static func row(_ condition: String, words: String) -> String {
    "complete -c beckon -n \(quoted(condition)) -a \(quoted(words))"
  }

  private static func option(_ condition: String, _ option: Options.Declared) -> String {
    let takes = option.value == nil ? "" : option.takesPath ? " -r -F" : " -x"
    return "complete -c beckon -n \(quoted(condition)) -l \(option.name)\(takes) "
      + "-d \(quoted(option.help))"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
