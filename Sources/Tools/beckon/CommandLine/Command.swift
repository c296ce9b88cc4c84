import BeckonModel

/// One of the program's commands: `beckon NAME …`.
struct Command: Sendable {
  let name: String
  /// What it does, in the list of all commands.
  let summary: String
  /// How it is called, and what a user must know of it beside its options.
  let usage: String
  let options: [Options.Declared]
  /// What the words may be that belong to no option, such as `keys list`; none where it takes no
  /// words. Files may follow.
  var verbs: [String] = []
  /// Does it, and gives the exit status.
  var action: @Sendable (Options) async throws -> Int32

  /// Does what the words behind the command's name say.
  /// - Throws: `UsageError`, and what the command throws.
  func run(_ words: [String]) async throws -> Int32 {
    // Who asks for help need not get the rest right.
    guard !asksForHelp(words) else { return showHelp() }
    let options = try Options(words, command: name, options)
    if verbs.isEmpty { try options.refuseWords() }
    return try await action(options)
  }

  /// Whether a word asks for help. `-h` behind an option that takes a value is that value.
  private func asksForHelp(_ words: [String]) -> Bool {
    let options = options.filter { $0.value != nil }.map { "--" + $0.name }
    return zip(words, [""] + words).contains { word, before in
      word == "--help" || (word == "-h" && !options.contains(before))
    }
  }

  /// Tells its usage and options.
  func showHelp() -> Int32 {
    let help = Options.Declared("help", nil, "this text; also -h")
    Terminal.line(Options.help(usage, options + [help]))
    return 0
  }
}
