import BeckonBasics

/// The program: one subcommand a file.
@main
enum Program {
  /// Version of the program.
  static let version = "0.1.0"

  static let usage = """
    beckon: referral links, attribution and rewards on your own server.

    Usage: beckon COMMAND [OPTIONS]

      serve      run the server
      app        create an app, list apps, manage keys and aliases
      migrate    bring a database up to this version
      copy       move a whole installation to another database
      backup     write a copy of the database into a file, while serving
      doctor     check the set-up, with a remedy for each fault
      demo       play the whole story against a server of its own
      help       this text; 'beckon COMMAND --help' tells a command's options
      version    the version

    Every option is also read from the environment: --public-url is BECKON_PUBLIC_URL.
    """

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
      exit(with: 1)
    }
  }

  private static func run(_ words: [String]) async throws -> Int32 {
    guard let command = words.first else {
      Terminal.error(usage + "\n\nTry:   beckon serve --help")
      return 64
    }
    let rest = Array(words.dropFirst())
    switch command {
    case "serve": return try await ServeCommand.run(rest)
    case "app": return try await AppCommand.run(rest)
    case "migrate": return try await MigrateCommand.run(rest)
    case "copy": return try await CopyCommand.run(rest)
    case "backup": return try await BackupCommand.run(rest)
    case "doctor": return try await DoctorCommand.run(rest)
    case "demo": return try await DemoCommand.run(rest)
    case "help", "--help", "-h":
      Terminal.line(usage)
      return 0
    case "version", "--version":
      Terminal.line(version)
      return 0
    default:
      throw UsageError("there is no command '\(command)'", "beckon help")
    }
  }
}
