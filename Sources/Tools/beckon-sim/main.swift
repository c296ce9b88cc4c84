import Foundation

// One file for each subcommand; each prints its seed and one JSON line, and exits with 1 on any
// loss.

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "sdk-kill": exit(SDKKillCommand(SimulationOptions(arguments)).run())
case "sdk-kill-child": await SDKKillChild(SimulationOptions(arguments)).run()
case "crash": exit(await CrashCommand(SimulationOptions(arguments)).run())
case "fleet": exit(FleetCommand(SimulationOptions(arguments)).run())
case "failover": exit(FailoverCommand(SimulationOptions(arguments)).run())
default:
  FileHandle.standardError.write(
    Data(
      """
      usage: beckon-sim sdk-kill [--rounds N] [--seed S]
        Kills an app that tracks events, at random moments and inside random file calls, and checks
        that every event that was tracked arrives once.
             beckon-sim crash [--rounds N] [--seed S] [--program PATH]
        Kills a server under load, again and again, and checks after each restart that every fact it
        acknowledged is there once, that nothing is paid twice, and that the ledger adds up.
             beckon-sim fleet --servers URL,URL --publishable-key PK --secret-key SK
                 [--conversions N] [--duplicates N] [--measured N] [--customers N]
        Sends the same conversions to several servers on one database at once, and checks through
        the API that each was paid once. Also compares the speed of one server with that of all.
             beckon-sim failover --servers URL,URL --publishable-key PK --secret-key SK
                 [--duplicates N] [--customers N] [--pause-milliseconds N]
        Keeps the servers under load until standard input says `end`, while somebody else kills the
        database's primary and tells it there: `killed NODE`, `elected NODE`, `whole`. Measures how
        long writes were refused; checks that what was acknowledged is there, once.

      """.utf8))
  exit(64)
}
