import BeckonContract
import BeckonEngine
import BeckonModel

/// Ids that the app names in its events and that match no product: shown below the products.
extension ProductsPage {
  /// Below the whole list alone: whoever looks for a product has not asked for it.
  static func unmatched(_ request: DashboardRequest) async throws -> JSON? {
    let asked = ["product", "cursor"].map { request.query($0) } + query(request).map(\.value)
    guard asked.allSatisfy({ $0 == nil }) else { return nil }
    return try await request.ask(CatalogRoute.unmatched)
  }

  static let unmatchedTable = DashboardTable(name: "unmatched") { request in
    let report = try await request.ask(CatalogRoute.unmatched)
    return .csv("unmatched-products", table(of: report, request))
  }

  /// What is said of them, and the table.
  static func unmatchedPart(_ report: JSON, _ request: DashboardRequest) -> HTML {
    guard report["has_catalogue"]?.bool == true else { return HTML([]) }
    func figure(_ name: String) -> String { request.figures.whole(report[name]?.integer ?? 0) }
    let isAny = report["products"]?.elements?.isEmpty == false
    return Card.html {
      table(of: report, request).kept(request, as: "unmatched").html(request.language)
      if isAny {
        HTML(.p) {
          HTML(.small) {
            request.text(
              .unmatchedOf,
              ["unmatched": figure("unmatched_actions"), "actions": figure("actions")]
            )
            " "
            HTML.time(report["since"]?.string)
          }
        }
        HTML(.p) { HTML(.small) { request.text(.unmatchedHow) } }
      }
      if report["cut"]?.bool == true {
        HTML(.p) { HTML(.small) { request.text(.unmatchedCut) } }
      }
    }
  }

  private static func table(of report: JSON, _ request: DashboardRequest) -> DataTable {
    DataTable(
      .unmatchedProducts,
      [
        .init(.productID, csv: "product"), .init(.calledByApps, csv: "title"),
        .init(.namedTimes, .number, csv: "count"), .init(.namedIn, csv: "kinds"),
        .init(.namedFirst, .short, csv: "first_at"), .init(.namedLast, .short, csv: "last_at"),
      ],
      (report["products"]?.elements ?? []).map { product in
        [
          .init(
            HTML(.code) { product["product"]?.string ?? "" },
            value: .orNull(product["product"]?.string)),
          .init(product["title"]?.string),
          .init(product["count"]?.integer ?? 0, request.figures), kinds(of: product, request),
          .time(product["first_at"]?.string), .time(product["last_at"]?.string),
        ]
      }
    ).or(EmptyState(.noUnmatched))
  }

  /// In which events it is named, and how often in each.
  private static func kinds(of product: JSON, _ request: DashboardRequest) -> DataTable.Cell {
    let kinds = product["kinds"]?.members ?? []
    func list(_ name: (String) -> String) -> String {
      kinds.map { "\(name($0.name)) (\($0.value.integer ?? 0))" }.joined(separator: ", ")
    }
    return .init(
      HTML(list { request.text($0, of: Words.shopActions) }), value: .string(list { $0 }))
  }
}
