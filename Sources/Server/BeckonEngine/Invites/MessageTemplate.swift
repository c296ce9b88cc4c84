import BeckonModel

/// What a text message says, with a place for the link that it carries and for words of who sends
/// it.
public struct MessageTemplate: Hashable, Sendable {
  /// Why a text is no template.
  public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// It says nothing.
    case empty
    /// It, or a placeholder, is too long.
    case tooLong
    /// The two placeholders cannot be told apart.
    case alike
    /// It has more placeholders than anybody needs.
    case tooManyPlaceholders
    /// It has a control character, or one that turns the direction of writing.
    case control

    /// The reason, and what to do.
    public var description: String {
      switch self {
      case .empty: "text and placeholders must not be empty"
      case .tooLong:
        "the text may have \(Limits.templateBytes) bytes, a placeholder "
          + "\(Limits.placeholderBytes)"
      case .alike: "the placeholders for link and words must not begin alike"
      case .tooManyPlaceholders:
        "it may have \(MessageTemplate.placeholdersMax) placeholders in all"
      case .control: "it has a control character, or a mark that turns the direction of writing"
      }
    }
  }

  /// Most placeholders of a text, whatever they stand for.
  public static let placeholdersMax = 10
  /// Marks that turn the direction of writing, so that a text looks like another.
  private static let turning: [ClosedRange<Unicode.Scalar>] = [
    "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}",
  ]

  /// What stands in a text in place of the link, unless something else is named.
  public static let standardPlaceholder = "{link}"

  /// The text with its placeholders.
  public let text: String
  /// What stands in it in place of the link.
  public let placeholder: String
  /// What stands in it in place of a word, each time of the next one; `nil` when nothing does.
  public let wordPlaceholder: String?

  /// Makes a template.
  /// - Throws: `Refusal`.
  public init(
    text: String, placeholder: String = standardPlaceholder, wordPlaceholder: String? = nil
  ) throws(Refusal) {
    let markers = [placeholder] + (wordPlaceholder.map { [$0] } ?? [])
    guard !text.isEmpty, markers.allSatisfy({ !$0.isEmpty }) else { throw .empty }
    guard text.utf8.count <= Limits.templateBytes,
      markers.allSatisfy({ $0.utf8.count <= Limits.placeholderBytes })
    else { throw .tooLong }
    if let wordPlaceholder {
      guard !placeholder.hasPrefix(wordPlaceholder), !wordPlaceholder.hasPrefix(placeholder) else {
        throw .alike
      }
    }
    guard !text.unicodeScalars.contains(where: Self.isControl) else { throw .control }
    self.text = text
    self.placeholder = placeholder
    self.wordPlaceholder = wordPlaceholder
    guard placeholders <= Self.placeholdersMax else {
      throw .tooManyPlaceholders
    }
  }

  /// A template as it is stored. Rules for new ones may have become stricter since, and the default
  /// text holds the app's name, whatever that is.
  public init(stored text: String, placeholder: String, wordPlaceholder: String? = nil) {
    (self.text, self.placeholder, self.wordPlaceholder) = (text, placeholder, wordPlaceholder)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    let isLineEnd = scalar == "\n" || scalar == "\r"
    return (scalar.properties.generalCategory == .control && !isLineEnd)
      || turning.contains { $0.contains(scalar) }
  }

  /// How many placeholders the text has, but for those of listed words: of these there are no more
  /// than the words that are listed.
  private var placeholders: Int {
    let bytes = Array(text.utf8)
    let markers = markers(TemplateWords(sender: "", receiver: "", custom: "")).filter {
      if case .next = $0.meaning { false } else { true }
    }
    return bytes.indices.count { place in
      markers.contains { bytes[place...].starts(with: $0.bytes) }
    }
  }

  /// What looks like a placeholder, `{name}`, and is none; `nil` when there is nothing such.
  public var unknownPlaceholder: String? {
    let known = [placeholder, wordPlaceholder ?? "", "{sender}", "{receiver}", "{text}"]
    for piece in text.split(on: "{", keepsEmpty: true).dropFirst() {
      let name = piece.upTo("}")
      let isName =
        name.utf8.count < piece.utf8.count && !name.isEmpty
        && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
      if isName, !known.contains(where: { $0 == "{" + name + "}" }) { return "{" + name + "}" }
    }
    return nil
  }

  /// The text as it is sent. Each placeholder gives way to what it stands for; where there is none
  /// for the link, the link comes behind the text. What is put in is not looked through again, so
  /// nobody's name can ask for the link a second time.
  public func filled(link: String, words: TemplateWords = TemplateWords()) -> String {
    var (bytes, listed, hasLink) = ([UInt8](), words.listed[...], false)
    let source = Array(text.utf8)
    let markers = self.markers(words)
    var place = 0
    while place < source.count {
      guard let marker = markers.first(where: { source[place...].starts(with: $0.bytes) }) else {
        bytes.append(source[place])
        place += 1
        continue
      }
      place += marker.bytes.count
      switch marker.meaning {
      case .link:
        hasLink = true
        bytes += link.utf8
      case .next: bytes += (listed.popFirst() ?? "").utf8
      case .word(let word): bytes += word.utf8
      }
    }
    let filled = String(decoding: bytes, as: UTF8.self)
    guard !hasLink else { return filled }
    let isApart = bytes.last.map { $0 == 0x20 || $0 == 0x0A } ?? true
    return filled + (isApart ? "" : " ") + link
  }

  private enum Meaning {
    case link
    case next
    case word(String)
  }

  private func markers(_ words: TemplateWords) -> [(bytes: [UInt8], meaning: Meaning)] {
    var markers: [(bytes: [UInt8], meaning: Meaning)] = [(Array(placeholder.utf8), .link)]
    if let wordPlaceholder { markers.append((Array(wordPlaceholder.utf8), .next)) }
    let named = [
      ("{sender}", words.sender), ("{receiver}", words.receiver), ("{text}", words.custom),
    ]
    for case (let marker, let word?) in named { markers.append((Array(marker.utf8), .word(word))) }
    return markers
  }
}

/// Words of who sends a message, put into its text. Each is one line: line ends, control characters
/// and marks that turn the direction of writing become spaces.
public struct TemplateWords: Hashable, Sendable {
  /// For `{sender}`: who invites; when `nil`, that stays as it is, and so with the other two.
  public let sender: String?
  /// For `{receiver}`: who is invited.
  public let receiver: String?
  /// For `{text}`: what the sender adds.
  public let custom: String?
  /// For the placeholder of words, one each time; none is left, nothing.
  public let listed: [String]

  /// Makes them. What is too long is cut.
  public init(
    sender: String? = nil, receiver: String? = nil, custom: String? = nil, listed: [String] = []
  ) {
    self.sender = sender.map(Self.oneLine)
    self.receiver = receiver.map(Self.oneLine)
    self.custom = custom.map(Self.oneLine)
    self.listed = listed.map(Self.oneLine)
  }

  private static func oneLine(_ word: String) -> String {
    word.oneLine(bytes: Limits.templateWordBytes)
  }
}
