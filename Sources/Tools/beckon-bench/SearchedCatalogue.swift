import BeckonEngine
import BeckonModel
import BeckonServer
import Foundation

/// Products to search in: those of two public catalogues together, where the machine has them, else
/// as many that are made.
struct SearchedCatalogue: Sendable {
  /// Where they come from.
  let name: String
  /// Each as `POST /v1/products` takes it.
  private let products: [JSON]
  private let titles: [String]

  /// Products that one request tells.
  private static let partCount = 1_000
  private static let madeCount = 72_000

  init() throws {
    if let fashion = try Self.rows("fashion"), let groceries = try Self.rows("bigbasket") {
      name = "fashion and bigbasket"
      products = fashion.map(Self.clothes) + groceries.map(Self.grocery)
    } else {
      Telling.say("There are no catalogues in \(Search.folder), so one is made: set BECKON_DATA")
      name = "made"
      products = (0..<Self.madeCount).map(Self.made)
    }
    titles = products.map { $0["title"]?.string ?? "" }
  }

  var count: Int { products.count }

  /// The products in parts that a request can tell.
  var parts: [ArraySlice<JSON>] {
    stride(from: 0, to: count, by: Self.partCount).map {
      products[$0..<min($0 + Self.partCount, count)]
    }
  }

  // MARK: What is typed

  /// What stands in a search's field after each keystroke of people who type up to three words of a
  /// title, one in five with a typo.
  func keystrokes() -> [String] {
    var generator = QueryGenerator(seed: 1)
    let right = generator.queries(.knownItem, from: titles, count: 1_600).map(\.text)
    let wrong = generator.queries(.typos, from: titles, count: 400).map(\.text)
    let typed = right.enumerated().flatMap { place, text in
      place % 4 == 0 && place / 4 < wrong.count ? [text, wrong[place / 4]] : [text]
    }
    return typed.flatMap { text in
      let words = text.split(separator: " ").prefix(3).joined(separator: " ")
      return words.indices.map { String(words[...$0]) }.filter { !$0.hasSuffix(" ") }
    }
  }

  // MARK: Rows

  private static func rows(_ name: String) throws -> [[String: String]]? {
    let path = "\(Search.folder)/\(name).csv"
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    var (reader, names, rows) = (CSVReader(), [String](), [[String: String]]())
    func take(_ row: CSVReader.Row) {
      let cells = row.cells.map { String(decoding: $0, as: UTF8.self) }
      if names.isEmpty {
        names = cells
      } else {
        rows.append(Dictionary(zip(names, cells)) { first, _ in first })
      }
    }
    try reader.read(data, take)
    try reader.end(take)
    return rows
  }

  /// A product; what is empty is not told.
  private static func product(
    _ id: String, _ title: String?, brand: String? = nil, path steps: [String?],
    labels: [String?] = []
  ) -> JSON {
    func said(_ texts: [String?]) -> [String] { texts.compactMap { $0 }.filter { !$0.isEmpty } }
    let steps = said(steps)
    return .object([
      "product": .string(id), "title": said([title]).first.map(JSON.string),
      "brand": said([brand]).first.map(JSON.string),
      "categories": .array(steps.isEmpty ? [] : [.string(steps.joined(separator: " > "))]),
      "labels": .array(said(labels).map(JSON.string)),
    ])
  }

  private static func clothes(_ row: [String: String]) -> JSON {
    product(
      "f-" + (row["id"] ?? ""), row["productDisplayName"],
      path: [row["masterCategory"], row["subCategory"], row["articleType"]],
      labels: [row["gender"], row["baseColour"], row["usage"]])
  }

  private static func grocery(_ row: [String: String]) -> JSON {
    product(
      "b-" + (row["index"] ?? ""), row["product"], brand: row["brand"],
      path: [row["category"], row["sub_category"]], labels: [row["type"]])
  }

  // MARK: Where there are none

  /// A title of four to seven words: some that many products have, some that few have.
  private static func made(_ number: Int) -> JSON {
    let words = (0..<4 + number % 4).map { place -> String in
      let mixed = (number &* 7_919 &+ place &* 104_729) % 1_000_003
      // The further behind, the rarer.
      return word(mixed % [40, 200, 1_000, 4_000, 9_000, 9_000, 9_000][place])
    }
    return product(
      "m-\(number)", words.joined(separator: " "), brand: word(number % 150),
      path: [word(number % 12), words[0]])
  }

  private static let syllables = [
    "ba", "len", "to", "rim", "sa", "kel", "mo", "dur", "fi", "nas", "pe", "gol", "hu", "ter", "vi",
    "shan", "lo", "bri", "ca", "wen",
  ]

  /// The word of a number: another for each.
  private static func word(_ number: Int) -> String {
    var (rest, text) = (number + syllables.count, "")
    while rest > 0 {
      text += syllables[rest % syllables.count]
      rest /= syllables.count
    }
    return text
  }
}
