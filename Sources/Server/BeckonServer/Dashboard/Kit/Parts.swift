import BeckonModel

/// What a page says where there is nothing to show yet: why, and the next thing to do.
struct EmptyState: Sendable {
  let words: Words
  /// A command for a terminal.
  var command: String?
  /// A page that makes the first one.
  var link: (path: LocalPath, words: Words)?

  init(_ words: Words, command: String? = nil, link: (path: LocalPath, words: Words)? = nil) {
    self.words = words
    self.command = command
    self.link = link
  }

  func html(_ language: Language) -> HTML {
    HTML(.div, .class("empty")) {
      words.text(in: language)
      if let command { HTML(.code) { command } }
      if let link { HTML(.p) { HTML(.a, .href(link.path)) { link.words.text(in: language) } } }
    }
  }
}

/// A word or two about how something stands.
struct Badge: Sendable {
  enum Tone: Sendable {
    case plain, accent, good, warn, bad
  }

  let text: String
  let tone: Tone

  init(_ text: String, _ tone: Tone) {
    self.text = text
    self.tone = tone
  }

  var html: HTML {
    switch tone {
    case .plain: HTML(.span, .class("badge plain")) { text }
    case .accent: HTML(.span, .class("badge")) { text }
    case .good: HTML(.span, .class("badge good")) { text }
    case .warn: HTML(.span, .class("badge warn")) { text }
    case .bad: HTML(.span, .class("badge bad")) { text }
    }
  }
}

/// A chart, which is drawn from the table beside it. The first column has the places, each further
/// one with numbers is a series. Whoever cannot see it, or runs no scripts, has the table.
struct Chart: Sendable {
  enum Kind: String, Sendable {
    case line, bar, stack
  }

  let kind: Kind
  let table: DataTable

  func html(_ language: Language) -> HTML {
    var table = table
    table.showsCaption = false
    let name = table.caption.text(in: language)
    return HTML(.figure, .data("chart", kind.rawValue), .data("name", name)) {
      HTML(.details, .open) {
        HTML(.summary) { Words.numbersOfChart.text(in: language) }
        table.html(language)
      }
    }
  }
}

/// A part of a page with a heading.
struct Card {
  static func html(_ title: String? = nil, @HTMLBuilder content: () -> HTML) -> HTML {
    HTML(.section, .class("card")) {
      if let title { HTML(.h2) { title } }
      content()
    }
  }
}

/// A few large numbers with their names.
struct FigureRow: Sendable {
  struct Figure: Sendable {
    let title: String
    let value: String
    var note: String?

    init(_ title: String, _ value: String, note: String? = nil) {
      self.title = title
      self.value = value
      self.note = note
    }
  }

  let figures: [Figure]

  init(_ figures: [Figure]) { self.figures = figures }

  var html: HTML {
    HTML(.dl, .class("figures")) {
      HTML(
        figures.map { figure in
          HTML(.div) {
            HTML(.dt) { figure.title }
            HTML(.dd) {
              figure.value
              if let note = figure.note { HTML(.small) { note } }
            }
          }
        })
    }
  }
}

/// Names and what belongs to each.
struct Pairs: Sendable {
  let pairs: [(name: String, value: HTML)]

  init(_ pairs: [(name: String, value: HTML)]) { self.pairs = pairs }

  var html: HTML {
    HTML(.dl, .class("pairs")) {
      HTML(
        pairs.map { pair in
          HTML([HTML(.dt) { pair.name }, HTML(.dd) { pair.value }])
        })
    }
  }
}
