import BeckonModel

/// One of the program's commands: `beckon NAME …`.
struct Command: Sendable {
  let name: String
  /// What it does, in the list of all commands.
  let summary: String
  /// How it is called, and what a user must know of it beside its options.
  let usage: String
  let options: [Options.Declared]
  /// Whether it takes words that belong to no option.
  var takesWords = false
  /// Does it, and gives the exit status.
  let action: @Sendable (Options) async throws -> Int32

  /// Does what the words behind the command's name say.
  /// - Throws: `UsageError`, and what the command throws.
  func run(_ words: [String]) async throws -> Int32 {
    // Who asks for help need not get the rest right.
    guard !words.contains("--help"), !words.contains("-h") else { return showHelp() }
    let options = try Options(words, command: name, options)
    if !takesWords { try options.refuseWords() }
    return try await action(options)
  }

  /// Tells its usage and options.
  func showHelp() -> Int32 {
    let help = Options.Declared("help", nil, "this text; also -h")
    Terminal.line(Options.help(usage, options + [help]))
    return 0
  }
}
