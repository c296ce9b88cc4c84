import BeckonModel

/// `beckon completions`: what a shell needs to complete what somebody types behind `beckon`.
enum CompletionsCommand {
  static let usage = """
    Usage: beckon completions bash|zsh|fish

    Prints the script. For bash: beckon completions bash > /etc/bash_completion.d/beckon; for zsh a
    file _beckon in a folder of $fpath; for fish ~/.config/fish/completions/beckon.fish.
    """

  /// The command, which completes itself and the others.
  static func command(beside others: [Command]) -> Command {
    var command = Command(
      name: "completions", summary: "print completions for bash, zsh or fish", usage: usage,
      options: [], verbs: Shell.allCases.map(\.rawValue), action: { _ in 0 })
    let commands = others + [command]
    command.action = { try run($0, commands) }
    return command
  }

  private enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  private static func run(_ options: Options, _ commands: [Command]) throws -> Int32 {
    let word = options.positional.joined(separator: " ")
    guard let shell = Shell(rawValue: word) else {
      let refusal = NameSuggestion.refusal(of: word, Shell.allCases.map(\.rawValue))
      throw UsageError(
        "the shell '\(NameSuggestion.shown(word))' \(refusal)", "beckon completions bash")
    }
    switch shell {
    case .bash: Terminal.line(BashCompletions.script(commands))
    case .zsh: Terminal.line(ZshCompletions.script(commands))
    case .fish: Terminal.line(FishCompletions.script(commands))
    }
    return 0
  }
}

extension Command {
  /// The words that may stand first behind the command's name, such as `keys`.
  var firstWords: [String] {
    verbs.compactMap { $0.split(separator: " ").first.map(String.init) }.reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// The words that may stand behind a first one, such as `list` behind `keys`.
  func words(behind first: String) -> [String] {
    verbs.filter { $0.hasPrefix(first + " ") }.map { String($0.dropFirst(first.count + 1)) }
  }

  /// The first words behind which another has to stand.
  var pairedWords: [String] { firstWords.filter { !words(behind: $0).isEmpty } }
}

extension Options.Declared {
  /// Whether its value is the name of a file or folder.
  var takesPath: Bool { value == "FILE" || value == "FOLDER" }
}
