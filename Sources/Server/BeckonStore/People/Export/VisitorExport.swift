import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Everything that is stored about a visitor of a shop whom a vendor's client names, in pages of a
/// bounded size. Under one id there may have been several, one after the other: who logs in as
/// somebody else, or out, is another.
public struct VisitorExport {
  /// About what a page may have. One look at the database may take it beyond.
  private static let bytesMax = 1 << 20

  private let scope: Scope
  private let visitors: [ShopVisitor]

  /// Prepares the export of all who were meant by one id, oldest first.
  public init(_ scope: Scope, _ visitors: [ShopVisitor]) {
    self.scope = scope
    self.visitors = visitors
  }

  /// A list, and the rows of a visitor behind a key, as many as one look gives.
  private typealias List = (
    name: String, rowsOfLook: Int,
    rows: @Sendable (Scope, ShopVisitor, ExportKey, Int) throws -> [ExportRow]
  )

  private static let lists: [List] = [
    ("facts", 50, { try Facts($0).page(of: $1.subject, behind: $2.number(), $3) }),
    (
      "shop_actions", 500,
      { try ShopActions($0).page(of: $1.number, behind: $2.number(), $3) }
    ),
    (
      "shop_purchases", 100,
      { try ShopPurchases($0).page(of: $1.number, behind: $2.timeAndID(FactID.self), $3) }
    ),
    ("widget_acts", 500, { try WidgetActs($0).page(of: $1.number, behind: $2.number(), $3) }),
    ("push_devices", 50, { try PushDevices($0).page(of: $1.number, behind: $2.number(), $3) }),
    ("searches", 50, { try VisitorSearches($0).page(of: $1.number, behind: $2.number(), $3) }),
  ]

  /// Where a page ends: in which list, of which visitor, behind which row.
  private struct Place {
    var list = 0
    var visitor: Int64 = .min
    var key: String?

    var text: String { "\(VisitorExport.lists[list].name).\(visitor).\(key ?? "")" }

    init() {}

    init(_ text: String) throws(FieldError) {
      let parts = text.split(on: ".", maxSplits: 2, keepsEmpty: true)
      guard parts.count == 3,
        let list = VisitorExport.lists.firstIndex(where: { TextKey($0.name) == TextKey(parts[0]) }),
        let visitor = Int64(parts[1])
      else { throw ExportKey.unknown }
      (self.list, self.visitor, key) = (list, visitor, parts[2].isEmpty ? nil : parts[2])
    }
  }

  /// The page behind a place, which is the `next` of another; the first without one.
  /// - Throws: `DatabaseError`; `FieldError` for what is no place.
  public func page(after text: String?) throws -> [UInt8] {
    let start = try text.map { try Place($0) } ?? Place()
    var next: Place?
    var bytes = Array(JSON.object(["visits": .array(visitors.map(\.json))]).bytes.dropLast())
    for (index, list) in Self.lists.enumerated() {
      bytes += Array(",\"\(list.name)\":[".utf8)
      if next == nil, start.list <= index {
        next = try write(index, from: index == start.list ? start : Place(), to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }
    let last = next.map { JSON.string($0.text) } ?? .null
    return bytes + Array(",\"next\":".utf8) + last.bytes + Array("}".utf8)
  }

  /// Writes rows of a list until there are no more, or the page is full: then it gives where.
  private func write(
    _ index: Int, from start: Place, to bytes: inout [UInt8]
  ) throws -> Place? {
    let list = Self.lists[index]
    var isFirst = true
    for visitor in visitors where visitor.number >= start.visitor {
      var place = start
      place.list = index
      if visitor.number != start.visitor { place.key = nil }
      place.visitor = visitor.number
      var found = 0
      repeat {
        guard bytes.count < Self.bytesMax else { return place }
        let rows = try list.rows(scope, visitor, ExportKey(text: place.key), list.rowsOfLook)
        for row in rows {
          if !isFirst { bytes.append(UInt8(ascii: ",")) }
          isFirst = false
          row.write(to: &bytes)
        }
        place.key = rows.last?.key ?? place.key
        found = rows.count
      } while found == list.rowsOfLook
    }
    return nil
  }
}

extension ShopVisitor {
  /// As an export shows it.
  fileprivate var json: JSON {
    .object([
      "number": .integer(number), "person": person.map(JSON.id), "is_proven": .bool(isProven),
      "install": install.map(JSON.id), "erased_at": erasedAt.map(JSON.instant),
    ])
  }
}
