import Foundation

// One file for each subcommand; each prints its seed and one JSON line, and exits with 1 on any
// loss.

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "sdk-kill": exit(SDKKillCommand(SimulationOptions(arguments)).run())
case "sdk-kill-child": await SDKKillChild(SimulationOptions(arguments)).run()
case "crash": exit(await CrashCommand(SimulationOptions(arguments)).run())
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

      """.utf8))
  exit(64)
}
