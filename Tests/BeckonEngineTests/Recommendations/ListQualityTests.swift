import BeckonEngine
import Foundation
import Testing

/// How lists are judged.
@Suite struct ListQualityTests {
  @Test("Hits, places, coverage and popularity of three lists")
  func figures() {
    var quality = ListQuality(cut: 3)
    let popularity: [UInt32: Double] = [1: 1, 2: 0.5]
    for (list, target) in [([1, 2, 3], 2), ([1, 4, 5, 6], 6), ([1], 1)] as [([UInt32], UInt32)] {
      quality.count(list, target: target) { popularity[$0] ?? 0 }
    }
    #expect(quality.predictions == 3)
    #expect(abs(quality.hitRate - 2 / 3) < 1e-9)
    #expect(abs(quality.reciprocalRank - (0.5 + 1) / 3) < 1e-9)
    #expect(abs(quality.discountedGain - (1 / log2(3) + 1) / 3) < 1e-4)
    #expect(abs(quality.coverage(of: 10) - 0.5) < 1e-9)
    #expect(abs(quality.meanPopularity - (0.5 + 1 / 3 + 1) / 3) < 1e-9)
  }

  @Test("Nothing that was counted is nothing")
  func empty() {
    let quality = ListQuality(cut: 10)
    #expect([quality.hitRate, quality.reciprocalRank, quality.coverage(of: 0)] == [0, 0, 0])
  }
}
