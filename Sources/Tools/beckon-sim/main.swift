import Foundation

// One folder for each subcommand; each prints its seed and one JSON line, and exits with 1 on any
// loss.

let usage = """
  usage: beckon-sim sdk-kill [--rounds N] [--seed S]
    Kills an app that tracks events, at random moments and inside random file calls, and checks
    that every event that was tracked arrives once.
         beckon-sim crash [--rounds N] [--seed S] [--program PATH]
    Kills a server under load, again and again, and checks after each restart that every fact it
    acknowledged is there once, that nothing is paid twice, and that the ledger adds up.
         beckon-sim attribution [--population NAME] [--people N] [--seed S]
             [--default-minutes N] [--server] [--json]
    People behind shared networks open links and install. Tells how often the matching by name,
    network and device is right, by strictness, size of the network and time. --server asks a
    server over a socket in place of its rules alone. Populations:
    \(Population.all.map(\.name).joined(separator: ", ")).
         beckon-sim fraud [--seed S] [--seeds N] [--rounds R] [--honest H] [--thieves T]
             [--moves M] [--database sqlite|postgres://…] [--trust server|client]
             [--operator just|unjust|none] [--only MOVES] [--shrink RUNS] [--about FAULT]
             [--json]
    Thieves with the publishable key make random moves over every route, while honest people use
    the same app. Checks that no thief is paid, that nobody honest is paid less than in a shop
    without thieves, that nothing personal leaks and nobody is locked out. See docs/FRAUD.md.
         beckon-sim fleet --servers URL,URL --publishable-key PK --secret-key SK
             [--conversions N] [--duplicates N] [--measured N] [--customers N] [--inviters N]
    Sends the same conversions to several servers on one database at once, and checks through
    the API that each was paid once. Also compares the speed of one server with that of all.
         beckon-sim failover --servers URL,URL --publishable-key PK --secret-key SK
             [--duplicates N] [--customers N] [--inviters N] [--pause-milliseconds N]
    Keeps the servers under load until standard input says `end`, while somebody else kills the
    database's primary and tells it there: `killed NODE`, `elected NODE`, `whole`. Measures how
    long writes were refused; checks that what was acknowledged is there, once.
  \(VendorDay.all.map(\.usage).joined(separator: "\n"))
  """

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.contains("--help") ? "--help" : arguments.first {
  case "sdk-kill":
    exit(try SDKKillCommand(.init(arguments, numbers: ["rounds", "seed"])).run())
  case "sdk-kill-child":
    await SDKKillChild(
      try .init(
        arguments, numbers: ["run", "exit-at"],
        texts: ["directory", "url", "drain", "upload-each"])
    ).run()
  case "crash":
    let options = try SimulationOptions(arguments, numbers: ["rounds", "seed"], texts: ["program"])
    exit(await CrashCommand(options).run())
  case "attribution":
    let options = try SimulationOptions(
      arguments, numbers: ["people", "seed", "default-minutes"], texts: ["population"],
      switches: ["server", "json"])
    try await AttributionCommand(options).run()
  case "fraud":
    let options = try SimulationOptions(
      arguments, numbers: FraudCommand.numbers,
      texts: ["database", "trust", "about", "operator", "only"],
      switches: ["json"])
    exit(try await FraudCommand(options).run())
  case "fleet":
    let numbers = FleetOptions.numbers.union(["conversions", "measured"])
    exit(FleetCommand(try .init(arguments, numbers: numbers, texts: FleetOptions.texts)).run())
  case "failover":
    let numbers = FleetOptions.numbers.union(["pause-milliseconds"])
    exit(FailoverCommand(try .init(arguments, numbers: numbers, texts: FleetOptions.texts)).run())
  case "--help":
    Telling.line(usage)
  default:
    if let day = try DayCommand(arguments) { exit(try await day.run()) }
    Telling.line(usage)
    exit(64)
  }
} catch {
  Telling.line("Error: \(error)\nTry:   beckon-sim --help")
  exit(64)
}
