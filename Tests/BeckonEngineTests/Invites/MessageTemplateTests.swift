import BeckonEngine
import BeckonModel
import Testing

/// What an invitation says.
@Suite struct MessageTemplateTests {
  private static func fill(
    _ text: String, _ placeholder: String = "{link}", word: String? = nil,
    words: TemplateWords = TemplateWords()
  ) throws -> String {
    try MessageTemplate(text: text, placeholder: placeholder, wordPlaceholder: word)
      .filled(link: "https://b.co/x", words: words)
  }

  @Test("The link takes the place of its placeholder, or comes behind the text")
  func link() throws {
    #expect(try Self.fill("Try {link} now") == "Try https://b.co/x now")
    #expect(try Self.fill("Try (!@#$). Bye", "!@#$") == "Try (https://b.co/x). Bye")
    #expect(try Self.fill("<><>", "<>") == "https://b.co/xhttps://b.co/x")
    #expect(try Self.fill("Try it") == "Try it https://b.co/x")
    #expect(try Self.fill("Try it:\n") == "Try it:\nhttps://b.co/x")
    #expect(try Self.fill("Grüße 😀", "ü") == "Grhttps://b.co/xße 😀")
    #expect(try Self.fill("{lin{link}") == "{linhttps://b.co/x")
  }

  @Test("Words take their places, in order where they have no names")
  func words() throws {
    let named = TemplateWords(sender: "Ana", receiver: "Ben", custom: "Come!")
    #expect(
      try Self.fill("{receiver}, {sender} says {text} {link}", words: named)
        == "Ben, Ana says Come! https://b.co/x")
    #expect(try Self.fill("{sender} {link}") == "{sender} https://b.co/x")
    let listed = TemplateWords(listed: ["Ana", "Ben"])
    #expect(
      try Self.fill("cp and cp, cp: !@#$", "!@#$", word: "cp", words: listed)
        == "Ana and Ben, : https://b.co/x")
  }

  @Test("What is put in is not looked through again, and is one line")
  func nesting() throws {
    let words = TemplateWords(sender: "{link}{text}", custom: "a\r\nb\u{202E}c\u{0}👩‍👧")
    #expect(
      try Self.fill("{sender}|{text}|", words: words)
        == "{link}{text}|a  b c 👩‍👧| https://b.co/x")
    let long = TemplateWords(sender: String(repeating: "é", count: 500))
    #expect(long.sender?.utf8.count == Limits.templateWordBytes)
  }

  @Test("A template that says nothing, is too long or cannot be told apart is refused")
  func refusals() {
    func refusal(_ text: String, _ placeholder: String = "<>", _ word: String? = nil) -> String? {
      do {
        _ = try MessageTemplate(text: text, placeholder: placeholder, wordPlaceholder: word)
        return nil
      } catch {
        return error.description
      }
    }
    let many = String(repeating: "{sender}", count: MessageTemplate.placeholdersMax)
    for word in [nil, "~~"] { #expect(refusal(many, "<>", word) == nil) }
    for word in [nil, "~~"] { #expect(refusal(many + "{text}", "<>", word) != nil) }
    #expect(refusal("") != nil && refusal("a", "") != nil && refusal("a", "<>", "") != nil)
    #expect(refusal(String(repeating: "a", count: Limits.templateBytes + 1)) != nil)
    #expect(refusal("a", String(repeating: "a", count: Limits.placeholderBytes + 1)) != nil)
    #expect(refusal("a", "<>", "<>>") != nil && refusal("a", "<>", "<") != nil)
    #expect(refusal("a", "<>", "cp") == nil)
  }

  @Test("What a phone may show as a link is seen, and ordinary texts pass")
  func links() {
    let links = [
      "see https://a.co", "a.co", "go to evil.example/x now", "www.a", "1.2.3.4", "a。co",
      "bit．ly", "x:/y", "Visit EVIL.COM!", "😀.ws", "münchen.de", "a\u{3002}b", "3.co",
      "cafe\u{301}.com", "evil\u{FE0F}.com", "evil\u{34F}.com", "ev\u{AD}il\u{AD}.com",
      "evil\u{200D}.com", "(evil).com", "evil\u{2024}com", "call 0900 5 123456", "tel:12",
      "pay★.ws/x", "a›.ws", "➔.ws",
      "\(LinkSuspicion.link)/../x", "see\(LinkSuspicion.link)",
    ]
    for text in links { #expect(LinkSuspicion.isIn(text), "\(text)") }
    let harmless = [
      "", "Hello.", "Well... see you", "It costs 3.50 €", "5.000", "Ana & Ben: come", "... .a b.",
      "e. g. this", "(see you.)", "Wir feiern vom 9.–12. Mai", "Mo.–Fr. offen",
      "She said “Try it.”", "„Probier es.“",
      "on 12 May at 8.30", "\(LinkSuspicion.link). Bye", "Come: (\(LinkSuspicion.link))",
      "👩\u{200D}👩 ok",
    ]
    for text in harmless { #expect(!LinkSuspicion.isIn(text), "\(text)") }
  }
}
