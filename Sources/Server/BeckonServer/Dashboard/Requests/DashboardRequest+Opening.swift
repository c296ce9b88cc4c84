import BeckonModel

/// How pages begin, and how their lists go on.
extension DashboardRequest {
  /// What a page is for, and why its form was not taken.
  func opening(_ lead: Words) -> HTML {
    HTML {
      HTML(.p, .class("lead")) { text(lead) }
      faultNotice
    }
  }

  /// The way back to a list from one of its things, and why the page's form was not taken.
  func opening(backTo name: String, _ words: Words) -> HTML {
    HTML {
      HTML(.p, .class("lead")) { HTML(.a, .href(page(name))) { text(words) } }
      faultNotice
    }
  }

  /// A form by which the same page is asked for something else; it needs no script.
  func filter(_ button: Words = .find, fields: [Field]) -> HTML {
    HTML(.form, .action(path()), .class("filter")) {
      HTML(fields.map(\.html))
      HTML(.button, .class("second")) { text(button) }
    }
  }

  /// A field of such a form, with what was asked.
  func asked(_ name: String, _ label: Words, bytesMax: Int = Limits.wordBytes) -> Field {
    Field(name, text(label), .line(bytesMax: bytesMax), value: written(name) ?? "")
  }

  /// The same, of which one is chosen.
  func asked(
    _ name: String, _ label: Words, any: Words, _ choices: [(word: String, text: String)]
  ) -> Field {
    Field(
      name, text(label), .choice([("", text(any))] + choices), value: written(name) ?? "")
  }

  /// A card with the form by which something is made, for who may send it.
  func making(
    _ action: DashboardAction, _ words: Words, @HTMLBuilder content: () -> HTML
  ) -> HTML {
    guard may(action) else { return HTML([]) }
    let fields = content()
    return Card.html(text(words)) {
      form(action) {
        fields
        HTML(.div) { HTML(.button) { text(words) } }
      }
    }
  }

  /// A button in a row, which does something to the thing of the row or page.
  func button(
    _ action: DashboardAction, _ words: Words, hidden: KeyValuePairs<String, String> = [:],
    isDangerous: Bool = false
  ) -> HTML {
    form(action, .inline) {
      HTML(
        hidden.map { pair in
          HTML.input(.type("hidden"), .field(pair.key), .value(pair.value))
        })
      HTML(.button, isDangerous ? .class("danger small") : .class("second small")) { text(words) }
    }
  }

  /// The same for what is not undone with another button: it first opens to the question whether
  /// that is meant, and needs no script for it.
  func confirmed(
    _ action: DashboardAction, _ words: Words, _ question: Words,
    hidden: KeyValuePairs<String, String> = [:]
  ) -> HTML {
    guard may(action) else { return HTML([]) }
    return HTML(.details, .class("confirm")) {
      HTML(.summary) { text(words) + " …" }
      HTML(.p) { text(question) }
      button(action, words, hidden: hidden, isDangerous: true)
    }
  }
}

extension DataTable {
  /// The same with where its CSV is, where it goes on, and where it began.
  /// - Parameters:
  ///   - csv: the name of its CSV; `nil` where this operator may not have it.
  ///   - next: the place of the next page.
  func paged(_ request: DashboardRequest, csv: String?, next: String? = nil) -> DataTable {
    var table = self
    table.csv = csv.map { request.path(with: "csv", $0) }
    table.next = next.map { request.path(with: "cursor", $0) }
    table.first = request.query("cursor").map { _ in request.path(with: "cursor", nil) }
    return table
  }

  /// The same with where its CSV is, for one of a single thing, such as a link or a person.
  func kept(_ request: DashboardRequest, file: String) -> DataTable {
    var table = self
    table.csv = request.path(["file": file])
    return table
  }

  /// The same with where its CSV is, for one that has no further pages.
  func kept(_ request: DashboardRequest, as csv: String) -> DataTable {
    var table = self
    table.csv = request.path(["csv": csv])
    return table
  }
}
