import BeckonModel

/// What a reminder says in one language.
public struct ReminderText: Hashable, Sendable {
  /// The language in lower case (BCP 47).
  public let language: String
  /// The subject of the mail.
  public let subject: ReminderTemplate?
  /// What the mail says; blank lines stand between its paragraphs.
  public let text: ReminderTemplate?
  /// What stands on its button; `nil` for what stands there in this language by itself.
  public let button: String?
  /// What the text message says; the link comes behind it unless it has a place for it.
  public let sms: ReminderTemplate?

  init(_ language: String, _ fields: Fields) throws(FieldError) {
    try fields.allow(only: ["subject", "text", "button", "sms"])
    self.language = language
    subject = try fields.template(
      "subject", max: ReminderLimits.subjectBytes, in: ReminderTemplate.inSubject)
    text = try fields.template("text", max: ReminderLimits.textBytes)
    button = try fields.string("button", max: ReminderLimits.buttonBytes)
    sms = try fields.template("sms", max: Limits.templateBytes)
  }

  func check(
    for channels: [ReminderChannel], _ cause: ReminderCause, _ fields: Fields
  ) throws(FieldError) {
    func fault(_ name: String, _ reason: String) -> FieldError {
      fields.error("texts." + language + "." + name, reason)
    }
    if channels.contains(.mail) {
      if subject == nil { throw fault("subject", "is missing: mail is one of the channels") }
      if text == nil { throw fault("text", "is missing: mail is one of the channels") }
    }
    if channels.contains(.sms), sms == nil {
      throw fault("sms", "is missing: sms is one of the channels")
    }
    for (name, template) in [("subject", subject), ("text", text), ("sms", sms)]
    where cause != .priceDrop && template?.names(.oldPrice) == true {
      throw fault(name, "has {old_price}, which goes only with the cause price_drop")
    }
  }

  /// Whether any of it tells what a product costs.
  public var tellsPrice: Bool {
    [subject, text, sms].contains { $0.map { $0.names(.price) || $0.names(.oldPrice) } ?? false }
  }

  var json: JSON {
    .object([
      "subject": subject.map { .string($0.text) }, "text": text.map { .string($0.text) },
      "button": button.map(JSON.string), "sms": sms.map { .string($0.text) },
    ])
  }
}

/// A text with places for what is known only when it is sent.
public struct ReminderTemplate: Hashable, Sendable {
  /// What stands in a text in place of something else.
  public enum Place: String, CaseIterable, Sendable {
    /// The person's name.
    case name
    /// The product's title: in a basket of the last that was put into it.
    case product
    /// How many products it is about.
    case count
    /// What the product costs.
    case price
    /// What it cost before.
    case oldPrice = "old_price"
    /// The app's name.
    case app
    /// Where the basket, or the product, is.
    case link

    fileprivate var marker: String { "{" + rawValue + "}" }
  }

  /// What may stand in a subject: a link cannot.
  static let inSubject = Place.allCases.filter { $0 != .link }

  /// The text with its places.
  public let text: String

  /// Reads one. A word in braces that is no place is refused: nobody wants to read `{nmae}`.
  /// - Throws: `FieldError` without a path.
  init(_ text: String, places: [Place]) throws(FieldError) {
    self.text = text
    guard !text.unicodeScalars.contains(where: Self.isControl) else {
      throw FieldError("", "has a control character, or a mark that turns the direction of writing")
    }
    for piece in text.split(on: "{", keepsEmpty: true).dropFirst() {
      let word = piece.upTo("}")
      guard word.utf8.count < piece.utf8.count, !word.isEmpty,
        word.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F })
      else { continue }
      guard places.contains(where: { $0.rawValue == word }) else {
        let known = places.map(\.rawValue)
        throw FieldError("", "has {\(word)}, which " + NameSuggestion.refusal(of: word, known))
      }
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r": false
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: scalar.properties.generalCategory == .control
    }
  }

  /// Whether it has such a place.
  public func names(_ place: Place) -> Bool { text.has(text: place.marker) }

  /// The text as it is sent. What is put in is not looked through again, so no title can ask for
  /// a link.
  public func filled(_ word: (Place) -> String) -> String {
    let pieces = text.split(on: "{", keepsEmpty: true)
    return pieces.dropFirst().reduce(pieces.first ?? "") { filled, piece in
      let name = piece.upTo("}")
      guard name.utf8.count < piece.utf8.count, let place = Place(word: name) else {
        return filled + "{" + piece
      }
      let said = word(place)
      // Where there is no word, as of somebody whose name is unknown, no gap is left for it.
      let isGap = said.isEmpty && filled.utf8.last == UInt8(ascii: " ")
      return (isGap ? String(decoding: filled.utf8.dropLast(), as: UTF8.self) : filled) + said
        + String(decoding: piece.utf8.dropFirst(name.utf8.count + 1), as: UTF8.self)
    }
  }
}

extension Fields {
  fileprivate func template(
    _ name: String, max: Int, in places: [ReminderTemplate.Place] = ReminderTemplate.Place.allCases
  ) throws(FieldError) -> ReminderTemplate? {
    guard let text = try string(name, max: max) else { return nil }
    do throws(FieldError) {
      return try ReminderTemplate(text, places: places)
    } catch {
      throw self.error(name, error.reason)
    }
  }
}
