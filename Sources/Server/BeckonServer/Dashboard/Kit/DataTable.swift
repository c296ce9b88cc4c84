import BeckonModel

/// A table: its columns, its rows, and where it goes on. It says once what a page shows and what
/// the CSV has.
struct DataTable: Sendable {
  /// How a column stands.
  enum Kind: Sendable {
    /// Words, which may break.
    case text
    /// A word or two that stay together.
    case short
    /// Long text, to which the rest leaves room.
    case long
    /// Numbers, one below the other.
    case number
  }

  /// A column.
  struct Column: Sendable {
    let title: Words
    var kind = Kind.text
    /// What the CSV calls it; `nil` for what only the page has, such as buttons.
    var name: String?

    init(_ title: Words, _ kind: Kind = .text, csv name: String? = nil) {
      self.title = title
      self.kind = kind
      self.name = name
    }
  }

  /// What stands in a row's column.
  struct Cell: Sendable {
    /// As the page shows it.
    let html: HTML
    /// As the CSV has it.
    let value: JSON
    /// For charts.
    let number: Double?

    init(_ html: HTML, value: JSON = .null, number: Double? = nil) {
      self.html = html
      self.value = value
      self.number = number
    }

    /// Text, which may be anybody's.
    init(_ text: String) { self.init(HTML(text), value: .string(text)) }

    /// A text, or a dash.
    init(_ text: String?) { self.init(HTML(text ?? "–"), value: .orNull(text)) }

    /// A whole number.
    init(_ number: Int64, _ figures: Figures) {
      self.init(
        HTML(figures.whole(number)), value: .integer(number), number: Double(number))
    }

    /// A time, as the API writes it.
    static func time(_ text: String?) -> Cell { Cell(.time(text), value: .orNull(text)) }
  }

  /// What it shows.
  let caption: Words
  let columns: [Column]
  let rows: [[Cell]]
  /// What is said instead of an empty table.
  var empty: EmptyState?
  /// Where its CSV is.
  var csv: LocalPath?
  /// Where it goes on.
  var next: LocalPath?
  /// Where it begins, for who is not there.
  var first: LocalPath?
  /// What the ways to the first page and to the next say: most lists have the newest first.
  var pagerWords = (first: Words.firstPage, next: Words.nextPage)
  /// Whether the caption stands over it; else it is for those who hear the page.
  var showsCaption = true

  init(_ caption: Words, _ columns: [Column], _ rows: [[Cell]]) {
    self.caption = caption
    self.columns = columns
    self.rows = rows
  }

  /// The same with what is said when there is no row.
  func or(_ empty: EmptyState) -> DataTable {
    var table = self
    table.empty = empty
    return table
  }

  /// The same with its first rows alone.
  func shown(_ count: Int) -> DataTable {
    var table = DataTable(caption, columns, Array(rows.prefix(count)))
    table.empty = empty
    return table
  }

  /// As the page shows it.
  func html(_ language: Language) -> HTML {
    HTML {
      if rows.isEmpty, let empty {
        HTML(.h2) { caption.text(in: language) }
        empty.html(language)
      } else {
        HTML(.div, .class("rows"), .focusable, .role("region"), .label(caption.text(in: language)))
        {
          grid(language)
        }
      }
      pager(language)
    }
  }

  /// The table alone.
  func grid(_ language: Language) -> HTML {
    HTML(.table) {
      if showsCaption { HTML(.caption) { caption.text(in: language) } }
      HTML(.thead) {
        HTML(.tr) {
          HTML(
            columns.map { column in
              HTML(.th, .heading(of: .column), column.kind.attribute) {
                column.title.text(in: language)
              }
            })
        }
      }
      HTML(.tbody) { HTML(rows.map(row)) }
    }
  }

  private func row(_ cells: [Cell]) -> HTML {
    HTML(.tr) {
      HTML(
        zip(columns, cells).enumerated().map { index, pair in
          let (column, cell) = pair
          let number = cell.number.map { Attribute.data("number", "\($0)") } ?? .absent
          return index == 0
            ? HTML(.th, .heading(of: .row), column.kind.attribute, number) { cell.html }
            : HTML(.td, column.kind.attribute, number) { cell.html }
        })
    }
  }

  private func pager(_ language: Language) -> HTML {
    let places = [(first, pagerWords.first), (next, pagerWords.next), (csv, Words.asCSV)]
    guard places.contains(where: { $0.0 != nil }), !rows.isEmpty || first != nil else {
      return HTML([])
    }
    return HTML(.div, .class("pager")) {
      HTML(
        places.compactMap { path, words in
          path.map { path in HTML(.a, .href(path)) { words.text(in: language) } }
        })
    }
  }

  /// As CSV has it.
  var bytes: [UInt8] {
    let kept = columns.indices.filter { columns[$0].name != nil }
    let head = CSV.line(kept.map { .orNull(columns[$0].name) })
    return rows.reduce(head) { lines, row in lines + CSV.line(kept.map { row[$0].value }) }
  }
}

extension DataTable.Kind {
  fileprivate var attribute: Attribute {
    switch self {
    case .text: .absent
    case .short: .class("short")
    case .long: .class("long")
    case .number: .class("number")
    }
  }
}
