import BeckonEngine
import BeckonModel
import Foundation

/// How good the lists were, for scripts and for people.
struct SearchReport {
  private let quality: SearchQuality
  private let milliseconds: [Double]
  private let index: CatalogueIndex

  init(_ evaluation: SearchEvaluation, _ index: CatalogueIndex) {
    quality = evaluation.quality
    milliseconds = [0.5, 0.99].map(evaluation.milliseconds)
    self.index = index
  }

  private var products: Int { index.index.count }

  private static func rounded(_ value: Double, _ digits: Int) -> JSON {
    .number(String(format: "%.\(digits)f", value))
  }

  var json: JSON {
    .object([
      "queries": .integer(Int64(quality.queries)), "products": .integer(Int64(products)),
      "recall_at_10": Self.rounded(quality.recall, 6),
      "reciprocal_rank_at_10": Self.rounded(quality.reciprocalRank, 6),
      "discounted_gain_at_10": Self.rounded(quality.discountedGain, 6),
      "query_milliseconds": .object([
        "p50": Self.rounded(milliseconds[0], 4), "p99": Self.rounded(milliseconds[1], 4),
      ]),
      "index": .object([
        "words": .integer(Int64(index.index.wordCount)),
        "bytes": .integer(Int64(index.index.bytes)),
        "products_per_second": Self.rounded(index.productsPerSecond, 0),
      ]),
    ])
  }

  var text: String {
    [
      "\(quality.queries) queries on \(products) products",
      String(format: "recall@10   %.4f", quality.recall),
      String(format: "MRR@10      %.4f", quality.reciprocalRank),
      String(format: "NDCG@10     %.4f", quality.discountedGain),
      String(format: "one query   p50 %.3f ms, p99 %.3f ms", milliseconds[0], milliseconds[1]),
      "index       \(index.index.wordCount) words, \(index.index.bytes / max(1, products)) bytes a "
        + String(format: "product, %.0f products a second", index.productsPerSecond),
    ].joined(separator: "\n")
  }
}
