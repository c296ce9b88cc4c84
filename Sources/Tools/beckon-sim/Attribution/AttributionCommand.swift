import BeckonModel
import BeckonTesting
import Foundation

/// `beckon-sim attribution`: simulates people behind shared networks, lets the real rules match
/// their installs, and tells how often they were right.
struct AttributionCommand {
  private let people: Int
  private let seed: UInt64
  private let population: Population
  private let defaultMinutes: Int64?
  private let asksServer: Bool
  private let wantsJSON: Bool

  /// - Throws: `SimulationOptions.UsageError`.
  init(_ options: SimulationOptions) throws {
    people = Int(max(100, min(options.number("people") ?? 100_000, 10_000_000)))
    seed = options.number("seed") ?? UInt64.random(in: 0...999_999)
    defaultMinutes = options.number("default-minutes").map { Int64(min($0, 1_440)) }
    asksServer = options.isOn("server")
    wantsJSON = options.isOn("json")
    let name = options.text("population") ?? "mixed"
    guard let population = Population.all.first(where: { $0.name == name }) else {
      let names = Population.all.map(\.name).joined(separator: ", ")
      throw SimulationOptions.UsageError(
        description: "there is no population '\(name)', but: \(names)")
    }
    self.population = population
  }

  /// Runs it and writes the result to standard output.
  func run() async throws {
    Telling.say(
      "beckon-sim attribution --population \(population.name) --people \(people) --seed \(seed)")
    var chance = SeededGenerator(seed: seed)
    let town = SimulatedTown(people, population, &chance)
    let journeys = SimulatedJourneys(town, population, chance)
    Telling.say("\(journeys.visits.count) visits of \(journeys.links) links")
    let report = AccuracyReport(
      tally: try await tally(journeys), population: population, people: town.people.count,
      seed: seed, matcher: asksServer ? "server" : "engine")
    if wantsJSON {
      Telling.result(report.json)
    } else {
      FileHandle.standardOutput.write(Data((report.table + "\n").utf8))
    }
  }

  private func tally(_ journeys: SimulatedJourneys) async throws -> AccuracyTally {
    guard asksServer else {
      var settings = AppSettings()
      if let defaultMinutes { settings.defaultMatchMinutes = defaultMinutes }
      var matcher = EngineMatcher(settings)
      return try match(journeys.events, with: &matcher)
    }
    var matcher = try await ServerMatcher(journeys, defaultMinutes: defaultMinutes)
    do {
      let tally = try match(journeys.events, with: &matcher)
      await matcher.stop()
      return tally
    } catch {
      await matcher.stop()
      throw error
    }
  }

  private func match(
    _ events: [SimulatedEvent], with matcher: inout some InstallMatcher
  ) throws -> AccuracyTally {
    var tally = AccuracyTally()
    var told = MonotonicSeconds.now
    for (index, event) in events.enumerated() {
      switch event {
      case .visit(let visit): try matcher.visit(visit)
      case .launch(let launch): tally.count(launch, try matcher.launch(launch))
      }
      guard index % 1_000 == 0, MonotonicSeconds.now - told > 2 else { continue }
      told = MonotonicSeconds.now
      Telling.say("\(index * 100 / events.count) % of \(events.count) visits and first launches")
    }
    return tally
  }
}
