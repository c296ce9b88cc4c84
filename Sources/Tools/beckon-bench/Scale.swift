/// How long and how large, and on which database.
struct Scale: Sendable {
  /// Of each measurement.
  var seconds = 8
  /// Facts stored before events are measured.
  var facts = 10_000_000
  /// Clicks stored before matching is measured.
  var clicks = 2_000_000
  /// Members of a campaign who have referred somebody, before ranks are measured.
  var members = 1_000_000
  /// URL of a PostgreSQL database to measure on; `nil` for SQLite files.
  var database: String?
  var isQuick = false

  /// What figures are kept under: those of another scale or database are no measure.
  var name: String { (isQuick ? "quick/" : "") + (database == nil ? "sqlite" : "postgres") }

  static let quick = Scale(
    seconds: 2, facts: 200_000, clicks: 100_000, members: 100_000, isQuick: true)
}

/// What the command line asks for.
struct Order {
  static let usage = """
    Usage: beckon-bench [--quick] [--seconds N] [--database postgres://…] [NAME…]

    Runs the named benchmarks, or all. Each prints one JSON line on standard output.
      --quick            short and small: its rates are for a look, its costs for comparing
      --seconds N        length of each measurement, in place of 8 or, with --quick, 2
      --database URL     on this PostgreSQL database; makes tables in it, and leaves them there
      --thresholds FILE  says which figures are worse than those of the file, and then ends with 3
      --accept           writes the figures into that file

    """

  var scale = Scale()
  /// Names of benchmarks; all when empty.
  var names: [String] = []
  var wantsHelp = false
  /// Path of the figures to compare with; compares with none when `nil`.
  var thresholds: String?
  /// Whether what is measured becomes what is compared with.
  var accepts = false

  /// - Throws: `BenchError`.
  init(_ words: some Collection<String>) throws {
    var words = Array(words)[...]
    var (database, seconds): (String?, Int?)
    while let word = words.popFirst() {
      switch word {
      case "--help": wantsHelp = true
      case "--quick": scale = .quick
      case "--accept": accepts = true
      case "--thresholds":
        guard let path = words.popFirst() else {
          throw BenchError("--thresholds needs a file", isUsage: true)
        }
        thresholds = path
      case "--seconds":
        guard let count = words.popFirst().flatMap({ Int($0) }), (1...3_600).contains(count) else {
          throw BenchError("--seconds needs a number from 1 to 3600", isUsage: true)
        }
        seconds = count
      case "--database":
        guard let url = words.popFirst(), url.hasPrefix("postgres") else {
          throw BenchError("--database needs a postgres:// URL", isUsage: true)
        }
        database = url
      case _ where word.hasPrefix("-"):
        throw BenchError("there is no option \(word)", isUsage: true)
      default: names.append(word)
      }
    }
    scale.database = database
    scale.seconds = seconds ?? scale.seconds
    if accepts, thresholds == nil {
      throw BenchError("--accept needs --thresholds", isUsage: true)
    }
  }
}
