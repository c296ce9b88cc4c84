import BeckonEngine
import BeckonModel

/// `beckon tune`: finds settings of recommendations that suit a shop's own sessions.
enum TuneCommand {
  static let options = [
    Options.Declared("train", "FILE", "sessions to learn from"),
    Options.Declared("valid", "FILE", "later sessions, by which settings are judged"),
    Options.Declared("format", "FORMAT", "serenade or prefix: how both files are written"),
    Options.Declared("settings", "FILE", "settings to begin with, as JSON"),
    Options.Declared("json", nil, "results as JSON"),
  ]

  static let usage = """
    Usage: beckon tune --train FILE --valid FILE --format FORMAT [--settings FILE] [--json]

    Tries every setting in turn and keeps what predicts the second file better; prints settings that
    'beckon evaluate sessions --settings FILE' takes. Never give it the file by which you measure
    afterwards. Leaves nothing to chance: the same files give the same settings.
    """

  static let command = Command(
    name: "tune", summary: "find settings of recommendations on files of sessions", usage: usage,
    options: options, action: run)

  private static func run(_ options: Options) async throws -> Int32 {
    let (train, valid) = (try options.require("train"), try options.require("valid"))
    let (format, first) = (
      try EvaluateCommand.format(options), try EvaluateCommand.settings(options)
    )
    let bar = ProgressBar()
    defer { bar.end() }
    var data = try SessionData(train: train, as: format, bar)
    let sessions = try data.tests(valid)
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
