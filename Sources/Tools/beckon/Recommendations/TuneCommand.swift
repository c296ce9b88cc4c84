import BeckonDatabase
import BeckonEngine
import BeckonModel

/// `beckon tune`: finds settings of recommendations that suit a shop's own sessions.
enum TuneCommand {
  static let options = [
    Options.Declared("app", "APP", "of which app, as app_…: its own sessions, in place of files"),
    DatabaseAddress.option, Options.Declared("train", "FILE", "sessions to learn from"),
    Options.Declared("valid", "FILE", "later sessions, by which settings are judged"),
    Options.Declared("format", "FORMAT", "serenade or prefix: how both files are written"),
    Options.Declared("settings", "FILE", "settings to begin with, as JSON"),
    Options.Declared("json", nil, "results as JSON"),
  ]

  static let usage = """
    Usage: beckon tune --app APP [--database URL] [--settings FILE] [--json]
           beckon tune --train FILE --valid FILE --format FORMAT [--settings FILE] [--json]

    Tries every setting in turn and keeps what predicts the second file better, or the last tenth of
    the app's sessions; prints settings that a widget's method takes as 'settings', and
    'beckon evaluate sessions' as '--settings FILE'. Never give it the file by which you measure
    afterwards. Leaves nothing to chance: the same sessions give the same settings.
    """

  static let command = Command(
    name: "tune", summary: "find settings of recommendations by an app's sessions, or by files",
    usage: usage, options: options, action: run)

  private static func run(_ options: Options) async throws -> Int32 {
    let first = try EvaluateCommand.settings(options)
    let bar = ProgressBar()
    defer { bar.end() }
    let (data, sessions) =
      options["app"] != nil ? try await ofApp(options, bar) : try ofFiles(options, bar)
    let result = try search(data, sessions, from: first, bar)
    bar.end()
    if options.has("json") {
      Terminal.line(
        JSON.object([
          "score": .number("\(result.score)"), "first_score": .number("\(result.firstScore)"),
          "settings": result.settings.json,
        ]).text)
    } else {
      Terminal.error("score \(result.score), before \(result.firstScore)")
      Terminal.line(result.settings.json.text)
    }
    return 0
  }

  private static func ofFiles(
    _ options: Options, _ bar: ProgressBar
  ) throws -> (SessionData, [SessionFile.Session]) {
    let (train, valid) = (try options.require("train"), try options.require("valid"))
    var data = try SessionData(train: train, as: EvaluateCommand.format(options), bar)
    return (data, try data.tests(valid))
  }

  private static func ofApp(
    _ options: Options, _ bar: ProgressBar
  ) async throws -> (SessionData, [SessionFile.Session]) {
    for other in ["train", "valid", "format"] where options[other] != nil {
      throw UsageError("--\(other) cannot be given with --app", "beckon tune --app APP")
    }
    let app = try options.app()
    let database = try await DatabaseAddress(options["database"]).openCurrent()
    do {
      let sessions = try await StoredSessions.read(of: app, database, bar)
      await database.close()
      let split = StoredSessions.split(sessions)
      guard !split.valid.isEmpty else {
        throw Failure(
          "the app has too few sessions: \(sessions.count) of two products and more",
          "wait until visitors have looked at more products; ten sessions are the least",
          status: Failure.refusedStatus)
      }
      return (SessionData(split.train, bar), split.valid)
    } catch {
      await database.close()
      throw error
    }
  }

  /// Predictions by which settings are judged, at most: spread evenly over those that there are.
  private static let predictionsMax = 4_000

  /// Finds settings by sessions of a file.
  static func search(
    _ data: SessionData, _ sessions: [SessionFile.Session], from first: RecommenderSettings,
    _ bar: ProgressBar
  ) throws -> SettingsSearch.Result {
    let predictions = sessions.reduce(0) { $0 + $1.targets.count }
    let step = max(1, (predictions + predictionsMax - 1) / predictionsMax)
    return try SettingsSearch.best(
      from: first,
      show: { bar.show("tuning", Int64($0.tried), of: Int64($0.total)) },
      score: { settings in
        var evaluation = Evaluation(data, settings)
        try evaluation.run(sessions, step: step)
        return score(evaluation.qualities[1])
      })
  }

  /// What is to be high: a hit among 20 counts, and as much again if it stands at the top.
  private static func score(_ quality: ListQuality) -> Double {
    quality.hitRate + quality.reciprocalRank
  }
}
