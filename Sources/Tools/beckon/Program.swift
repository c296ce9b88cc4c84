import BeckonBasics
import BeckonModel

/// The program: one subcommand a file.
@main
enum Program {
  /// Version of the program.
  static let version = "0.1.0"

  private static let commands = others + [CompletionsCommand.command(beside: others)]

  private static let others = [
    ServeCommand.command, AppCommand.command, MigrateCommand.command, CopyCommand.command,
    ImportCommand.command, BackupCommand.command, DoctorCommand.command, RecountCommand.command,
    DashboardLinkCommand.command, DemoCommand.command, EvaluateCommand.command,
    TuneCommand.command,
  ]

  private static var usage: String {
    let rows =
      commands.map { ($0.name, $0.summary) } + [
        ("help", "this text; 'beckon help COMMAND' tells a command's options"),
        ("version", "the version"),
      ]
    let width = 2 + (rows.map(\.0.count).max() ?? 0)
    return """
      beckon: referral links, attribution and rewards on your own server.

      Usage: beckon COMMAND [OPTIONS]

      \(rows.map { "  \($0.padded(to: width))\($1)" }.joined(separator: "\n"))

      Every option is also read from the environment: --public-url is BECKON_PUBLIC_URL.
      """
  }

  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      exit(with: try await run(words))
    } catch let error as UsageError {
      Terminal.error("Error: \(error.problem)\nTry:   \(error.remedy)")
      exit(with: 64)
    } catch {
      let failure = Failure(error)
      Terminal.error("Error: \(failure.problem)\nTry:   \(failure.remedy)")
      exit(with: failure.status)
    }
  }

  private static func run(_ words: [String]) async throws -> Int32 {
    guard let name = words.first else {
      Terminal.error(usage + "\n\nTry:   beckon serve --help")
      return 64
    }
    let rest = Array(words.dropFirst())
    switch name {
    case "help", "--help", "-h":
      guard let topic = rest.first else {
        Terminal.line(usage)
        return 0
      }
      return try command(topic).showHelp()
    case "version", "--version":
      Terminal.line(version)
      return 0
    default: return try await command(name).run(rest)
    }
  }

  private static func command(_ name: String) throws -> Command {
    guard let command = commands.first(where: { $0.name == name }) else {
      let refusal = NameSuggestion.refusal(
        of: name, commands.map(\.name) + ["help", "version"])
      throw UsageError("the command '\(NameSuggestion.shown(name))' \(refusal)", "beckon help")
    }
    return command
  }
}
