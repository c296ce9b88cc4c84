import BeckonEngine
import BeckonModel

extension ProductPage {
  var html: HTML {
    HTML {
      request.opening(backTo: "products", .backToProducts)
      HTML(.div, .class("grid")) {
        Card.html(product["title"]?.string ?? id) {
          facts
          HTML(.div, .class("pager")) {
            HTML(.a, .href(request.page("widgets", query: ["product": id]))) {
              request.text(.shownBeside)
            }
            hiding
          }
        }
        Card.html { priceTable.html(request.language) }
      }
      Card.html { fieldTable.html(request.language) }
    }
  }

  private var facts: HTML {
    func texts(_ name: String) -> String {
      let texts = (product[name]?.elements ?? []).compactMap(\.string)
      return texts.isEmpty ? "–" : texts.joined(separator: ", ")
    }
    return Pairs(
      [
        (request.text(.productID), HTML(.code) { id }),
        (request.text(.state), ProductsPage.state(of: product, request)),
        (
          request.text(.stock), HTML(product["stock"]?.integer.map(request.figures.whole) ?? "–")
        ),
        (request.text(.price), request.price(of: product)),
        (request.text(.brand), HTML(product["brand"]?.string ?? "–")),
        (request.text(.category), HTML(texts("categories"))),
        (request.text(.labels), HTML(texts("labels"))),
        (request.text(.group), HTML(product["group"]?.string ?? "–")),
        (request.text(.address), HTML(product["url"]?.string ?? "–")),
        (request.text(.firstTold), HTML.time(product["created_at"]?.string)),
        (request.text(.changedAt), HTML.time(product["changed_at"]?.string)),
        (request.text(.missingSince), HTML.time(product["absent_since"]?.string)),
      ]
    ).html
  }

  private var hiding: HTML {
    product["hidden"]?.bool == true
      ? request.button(Self.show, .showProduct) : request.button(Self.hide, .hideProduct)
  }

  private var priceTable: DataTable {
    var table = DataTable(
      .prices,
      [
        .init(.when, .short), .init(.before, .number), .init(.after, .number),
        .init(.saidBy, .short),
      ],
      prices.rows.map { change in
        let currency = change["currency"]?.string ?? ""
        func money(_ name: String) -> String {
          change[name]?.string.map { request.figures.money($0, currency) } ?? "–"
        }
        return [
          .time(change["at"]?.string), .init(money("before")), .init(money("after")),
          .init(request.text(change["by"]?.string, of: Words.sources)),
        ]
      }
    ).or(EmptyState(.noPrices)).paged(request, csv: nil, next: prices.next)
    table.csv = request.path(["file": "prices"])
    return table
  }

  /// Who said what of it, and when: the latest of the app's server counts, then that of a client.
  var fieldTable: DataTable {
    var table = DataTable(
      .fields,
      [
        .init(.field, .short, csv: "field"), .init(.valueOfField, .long, csv: "value"),
        .init(.saidBy, .short, csv: "by"), .init(.when, .short, csv: "at"),
      ],
      (product["told"]?.members ?? []).map { member in
        let by = member.value["by"]?.string
        return [
          .init(HTML(.code) { member.name }, value: .string(member.name)),
          .init(value(of: member.name)),
          .init(HTML(request.text(by, of: Words.sources)), value: .orNull(by)),
          .time(member.value["at"]?.string),
        ]
      }
    ).or(EmptyState(.noFields))
    table.csv = request.path(["file": "fields"])
    return table
  }

  /// What a field says; one in a language or currency, such as `title@de`, stands in its variants.
  private func value(of name: String) -> String {
    let parts = name.split(on: "@", maxSplits: 1)
    let own =
      parts.count == 2
      ? product["languages"]?[parts[1]]?[parts[0]] ?? product["currencies"]?[parts[1]]?[parts[0]]
      : product[name]
    if let texts = own?.elements { return texts.compactMap(\.string).joined(separator: ", ") }
    return own.map { $0.string ?? $0.text } ?? "–"
  }
}
