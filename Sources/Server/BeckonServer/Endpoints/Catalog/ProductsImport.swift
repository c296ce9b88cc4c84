import BeckonEngine
import BeckonModel
import BeckonStore

/// The products of a shop, by our own names or Google Merchant's. What a file does not say stays as
/// it is; what it says is the server's word.
struct ProductsImport: ImportKind {
  let name = "products"
  let mergedMeans =
    "rows about products that were here, or in an earlier row; what the row says counts now"
  let passes = 1
  /// Feeds have dozens of columns that are of no use here.
  let leavesOutUnknown = true
  let readsJSON = true
  let isRepeatable = true
  let canReplace = true
  private let options: ImportChoices

  init(_ options: ImportChoices) {
    self.options = options
  }

  let columns =
    ["product"] + ProductField.allCases.filter { $0 != .params }.map(\.rawValue)
    + ShoppingFeed.columns

  var choices: [String] { options.isReplacing ? ["replace"] : [] }

  /// Google writes its columns with underscores or with spaces.
  func column(named heading: String) -> String? {
    let name = heading.lowercased().substituting(" ", by: "_")
    return columns.first { $0 == name }
  }

  func member(named name: String) -> String? {
    column(named: name)
      ?? ["params", "languages", "currencies"].first { $0 == name.lowercased() }
  }

  func ownWord(_ object: [JSON.Member]) -> [JSON.Member] {
    AnsweredProduct(object)?.own ?? object
  }

  let amountColumns = ShoppingFeed.amountColumns

  func check(_ columns: Set<TextKey>, _ app: AppContext, _ now: Instant) throws -> [String] {
    guard options.campaign == nil, options.rewards == .settled, options.domain == nil else {
      throw ImportRefused(
        "products join no campaign and have no links",
        "leave --campaign, --pay-later and --domain out")
    }
    guard columns.contains("product") || columns.contains("id") else {
      throw ImportRefused("no column has the products' ids", "name a column product, or id")
    }
    guard columns.contains(TextKey(ProductField.title.rawValue)) else {
      return [
        "no column has titles: of what nobody else has told one, nothing is found by its words"
      ]
    }
    return []
  }

  func apply(
    _ row: Fields, line: Int, pass: Int, _ log: ImportLog, _ scope: Scope
  ) throws {
    do {
      let reading = try ShoppingFeed.read(row.all, at: scope.now)
      let words = try Self.words(reading.product)
      guard let change = try Products(scope).tell([words], .part, feed: log.id).first?.get() else {
        return
      }
      let verdict: ImportVerdict = change.verdict == .created ? .accepted : .merged(nil)
      let remarks = [reading.remark, change.remark].compactMap { $0 }
      try log.note(
        verdict, nil, remarks.isEmpty ? nil : remarks.joined(separator: "; "), line: line)
    } catch let fault as FieldError {
      // A product of which one cell is wrong is still in the feed.
      if let id = Self.id(row) { try ProductFeed(scope).keep(id, in: log.id) }
      throw fault
    }
  }

  /// Hides what the feed has no more, unless nothing of it could be taken, or nobody knows of which
  /// product a row tells.
  func conclude(_ log: ImportLog, _ scope: Scope) throws -> Bool {
    guard options.isReplacing else { return false }
    let tally = try log.tally()
    let verdicts = tally.verdicts
    guard (verdicts[.accepted] ?? 0) + (verdicts[.merged] ?? 0) > 0,
      tally.rejections[.unreadable] == nil
    else { return false }
    return try ProductFeed(scope).hideAbsent(from: log.id)
  }

  func hidden(by log: ImportLog, _ scope: Scope) throws -> Int64? {
    guard options.isReplacing, let start = try log.find()?.startedAt else { return nil }
    return try ProductFeed(scope).hidden(since: start, by: log.id)
  }

  private static func words(_ product: JSON) throws(FieldError) -> ProductWords {
    let fields = try Fields(product, isStrict: true)
    guard let id = try fields.string("product", max: ProductLimits.idBytes) else {
      throw FieldError("product", "(or 'id') is missing")
    }
    return try ProductWords(fields, id: id)
  }

  private static func id(_ row: Fields) -> String? {
    switch row.value("product") ?? row.value("id") {
    case .string(let text), .number(let text): text
    default: nil
    }
  }
}
