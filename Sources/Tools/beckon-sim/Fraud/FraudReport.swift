import BeckonModel

/// What all runs brought. Nothing in it depends on the machine.
struct FraudReport {
  private let size: FraudRun.Size
  private let seeds: Int
  private let first: UInt64
  private var calls = 0
  private var moves: [String: (made: Int, granted: Int)] = [:]
  private var paid: [String: Int64] = [:]
  private var newSignIns: [FraudShop.Kind: Int] = [:]
  /// By invariant and kind of fault: how many, and the seeds that show it.
  private var faults: [String: (count: Int, seeds: Set<UInt64>)] = [:]
  private var coverage = RouteCoverage()
  private var shown = 0
  private var examples: [String] = []

  init(_ size: FraudRun.Size, seeds: Int, first: UInt64) {
    (self.size, self.seeds, self.first) = (size, seeds, first)
  }

  var isSound: Bool { faults.isEmpty }

  mutating func add(_ result: FraudRun.Result, seed: UInt64) {
    calls += result.calls
    for (name, count) in result.moves {
      let before = moves[name] ?? (0, 0)
      moves[name] = (before.made + count.made, before.granted + count.granted)
    }
    paid.merge(result.paid, uniquingKeysWith: +)
    newSignIns.merge(result.newSignIns, uniquingKeysWith: +)
    coverage.add(result.coverage)
    shown += result.shown
    for violation in result.violations {
      var fault = faults[violation.name] ?? (0, [])
      fault.count += 1
      fault.seeds.insert(seed)
      faults[violation.name] = fault
      if examples.count < 20 { examples.append("seed \(seed): \(violation.detail)") }
    }
  }

  /// For scripts.
  var json: JSON {
    [
      "simulation": "fraud", "seed": .integer(first), "seeds": .integer(seeds),
      "rounds": .integer(size.rounds), "honest": .integer(size.honest),
      "thieves": .integer(size.thieves), "moves_each_round": .integer(size.moves),
      "trust": .string(size.trust), "sound": .bool(isSound), "calls": .integer(calls),
      "moves": .object(
        ThiefMove.all.map(\.name).sorted().map { name in
          let count = moves[name] ?? (0, 0)
          return JSON.Member(
            name, ["made": .integer(count.made), "granted": .integer(count.granted)])
        }),
      "routes_untried": .array(coverage.untried.map(JSON.string)),
      "honest_paid": .object(
        paid.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .integer($0.value)) }),
      "products_shown": .integer(shown),
      "signed_in_again": .object(
        FraudShop.Kind.allCases.map {
          JSON.Member("\($0)", .integer(newSignIns[$0] ?? 0))
        }),
      "violations": .object(
        faults.sorted { $0.key < $1.key }.map { name, fault in
          JSON.Member(
            name,
            [
              "count": .integer(fault.count),
              "seeds": .array(fault.seeds.sorted().prefix(10).map { .integer($0) }),
            ])
        }),
      "examples": .array(examples.map(JSON.string)),
    ]
  }

  /// For people.
  var text: String {
    var lines = [
      "\(calls) calls; thieves' moves, and how many of them the server took part in:"
    ]
    for name in ThiefMove.all.map(\.name) {
      let count = moves[name] ?? (0, 0)
      lines.append("  \(count.made)\t\(count.granted)\t\(name)")
    }
    lines.append("honest people were paid, by rule:")
    lines += paid.sorted { $0.key < $1.key }.map { "  \($0.value)\t\($0.key)" }
    lines.append(isSound ? "everything held" : "what did not hold, and in how many cases:")
    lines += faults.sorted { $0.key < $1.key }.map { "  \($0.value.count)\t\($0.key)" }
    return lines.joined(separator: "\n")
  }
}
