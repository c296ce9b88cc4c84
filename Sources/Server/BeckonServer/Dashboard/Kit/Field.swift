import BeckonModel

/// A field of a form, with its label.
struct Field: Sendable {
  enum Kind: Sendable {
    /// A line of text, of so many bytes at most.
    case line(bytesMax: Int)
    /// A day, `2026-06-01`.
    case day
    /// Several lines.
    case lines(rows: Int)
    /// One of several; each with the word that is sent, and what people read.
    case choice([(word: String, text: String)])
    /// Any of several, which are sent under one name.
    case choices([(word: String, text: String)])
  }

  let name: String
  let label: String
  let kind: Kind
  var value = ""
  var hint: String?
  var isRequired = false

  init(
    _ name: String, _ label: String, _ kind: Kind, value: String = "", hint: String? = nil,
    isRequired: Bool = false
  ) {
    self.name = name
    self.label = label
    self.kind = kind
    self.value = value
    self.hint = hint
    self.isRequired = isRequired
  }

  var html: HTML {
    if case .choices(let choices) = kind { return fieldset(choices) }
    return HTML(.label) {
      label
      if let hint { HTML(.small) { hint } }
      control
    }
  }

  private var control: HTML {
    let needed = isRequired ? Attribute.required : .absent
    switch kind {
    case .line(let bytesMax):
      return .input(.type("text"), .field(name), .value(value), .bytesMax(bytesMax), needed)
    case .day: return .input(.type("date"), .field(name), .value(value), needed)
    case .lines(let rows):
      return HTML(.textarea, .field(name), .rows(rows), needed) { value }
    case .choice(let choices):
      return HTML(.select, .field(name)) {
        HTML(
          choices.map { choice in
            let mark = choice.word == value ? Attribute.selected : .absent
            return HTML(.option, .value(choice.word), mark) { choice.text }
          })
      }
    case .choices: return HTML([])
    }
  }

  /// What is chosen stands in `value`, separated by commas.
  private func fieldset(_ choices: [(word: String, text: String)]) -> HTML {
    let chosen = Set(texts: value.split(on: ","))
    return HTML(.fieldset) {
      HTML(.legend) { label }
      if let hint { HTML(.small) { hint } }
      HTML(
        choices.map { choice in
          let mark = chosen.contains(choice.word) ? Attribute.checked : .absent
          return HTML(.label, .class("choice")) {
            HTML.input(.type("checkbox"), .field(name), .value(choice.word), mark)
            HTML(.span) { choice.text }
          }
        })
    }
  }
}
