import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

/// Who sees what of a widget, and how sure its figures are.
@Suite struct WidgetExperimentTests {
  private static let experiment = WidgetExperiment(
    name: "e", holdOutPercent: 10,
    variants: [.init(name: "hot", percent: 30, methods: [WidgetMethod(.trending)])])

  @Test("Of visitors as many see each arm as was set")
  func shares() {
    var dice = SeededGenerator(seed: 7)
    var counts: [WidgetArm: Int] = [:]
    for _ in 0..<20_000 {
      counts[Self.experiment.arm(of: Identifier(high: 0, low: dice.next())), default: 0] += 1
    }
    #expect((1_800...2_200).contains(counts[.holdOut] ?? 0), "\(counts)")
    #expect((5_700...6_300).contains(counts[.variant("hot")] ?? 0), "\(counts)")
  }

  @Test("The edges of the arms are where they were set")
  func edges() {
    func arm(_ lot: UInt64) -> WidgetArm {
      Self.experiment.arm(of: Identifier(high: 9, low: 30_000 + lot))
    }
    #expect(
      [0, 999, 1_000, 3_999, 4_000, 9_999].map(arm) == [
        .holdOut, .holdOut, .variant("hot"), .variant("hot"), .main, .main,
      ])
  }

  @Test("What a visitor has seen stays, while the experiment has it")
  func sticky() {
    let digest = Identifier(high: 0, low: 5_000)
    func widget(_ experiment: WidgetExperiment?) -> Widget {
      WidgetCases.widget { $0.experiment = experiment }
    }
    #expect(widget(Self.experiment).arm(known: .holdOut, digest: digest) == .holdOut)
    #expect(widget(Self.experiment).arm(known: .variant("old"), digest: digest) == .main)
    #expect(widget(nil).arm(known: .holdOut, digest: digest) == .main)
    let none = WidgetExperiment(name: "e", holdOutPercent: 0, variants: Self.experiment.variants)
    #expect(widget(none).arm(known: .holdOut, digest: digest) == .main)
  }

  private static func isNear(_ estimate: Estimate?, _ low: Double, _ high: Double) -> Bool {
    guard let estimate else { return false }
    return abs(estimate.low - low) < 0.0001 && abs(estimate.high - high) < 0.0001
  }

  @Test("A share has Wilson's interval")
  func wilson() {
    #expect(Self.isNear(Estimate.share(56, of: 70), 0.6918, 0.87695))
    #expect(Self.isNear(Estimate.share(0, of: 10), 0, 0.2775))
    #expect(Self.isNear(Estimate.share(10, of: 10), 0.7225, 1))
    #expect(Estimate.share(0, of: 0) == nil)
  }

  @Test("The difference of two shares has Newcombe's interval: the example of his article")
  func newcombe() throws {
    let difference = Estimate.difference(
      try #require(Estimate.share(56, of: 70)), try #require(Estimate.share(48, of: 80)))
    #expect(abs(difference.value - 0.2) < 1e-9)
    #expect(Self.isNear(difference, 0.0524, 0.3339))
  }

  @Test("A mean has the interval of its standard error")
  func means() throws {
    // Of 20, 20, 30, 40 the mean is 27.5 and the variance 91.67.
    let mean = try #require(Estimate.mean(sum: 110, squares: 3_300, of: 4))
    #expect(Self.isNear(mean, 27.5 - 9.3826, 27.5 + 9.3826))
    // Of 0, 0, 10, 20 it is 7.5 with the same variance, and nobody paid less than nothing.
    let small = try #require(Estimate.mean(sum: 30, squares: 500, of: 4))
    #expect(Self.isNear(small, 0, 7.5 + 9.3826))
    let twice = Estimate.meanDifference(mean, mean)
    #expect(Self.isNear(twice, -9.3826 * 2.0.squareRoot(), 9.3826 * 2.0.squareRoot()))
    #expect(Estimate.mean(sum: 1, squares: 1, of: 1) == nil)
  }

  @Test("An order counts for seven days after what it follows, and for nothing that follows it")
  func orderRule() {
    for (hours, counts) in [(-0.1, false), (0, true), (168, true), (168.1, false)] {
      #expect(WidgetOrderRule.counts(.hour(hours), after: .hour(0)) == counts, "\(hours)")
    }
  }
}
