import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// What Linkrunner's pages are answered (docs/PROTOCOLS/linkrunner.md).
@Suite struct LinkrunnerWebGoldenTests {
  @Test func answers() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      try await golden.app.set(["origins": ["https://shop.example"]])
      for call in LinkrunnerWebRoute.allCases {
        try await Self.plain(golden, call)
        try await Self.sealed(golden, call)
      }
    }
    try book.expect(LinkrunnerWebRoute.routes)
  }

  @Test func script() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      let call = LinkrunnerPageRoute.script
      try await golden.ask(call, "the first lines", .init(key: .none)) { answer in
        let lines = answer.text.split(separator: "\n").prefix(2).joined(separator: "\n")
        return JSON.Member("lines", GoldenExchange.lines(lines))
      }
    }
    try book.expect(LinkrunnerPageRoute.routes)
  }

  private static func plain(_ golden: GoldenServer, _ call: LinkrunnerWebRoute) async throws {
    let event = LinkrunnerPage.event(golden.app.publishable)
    let origin = [("Origin", "https://shop.example")]
    try await golden.ask(call, "a page view", .init(body: event, key: .none, headers: origin))
    try await golden.ask(
      call, "from an origin that is none of the app's",
      .init(body: event, key: .none, headers: [("Origin", "https://other.example")]))
    try await golden.ask(
      call, "without an event type",
      .init(body: ["token": .string(golden.app.publishable)], key: .none))
    try await golden.ask(
      call, "an unknown token",
      .init(body: ["token": "pk_wrong", "event_type": "page_view"], key: .none, headers: origin))
    try await golden.ask(call, "not JSON", .init(text: "x", key: .none))
  }

  private static func sealed(_ golden: GoldenServer, _ call: LinkrunnerWebRoute) async throws {
    let key = try await golden.server.webKey(of: golden.app)
    let page = try LinkrunnerPage(key)
    let event = LinkrunnerPage.event(golden.app.publishable)
    let shown: JSON = [
      "lrv": 1, "kid": "‹key id›", "epk": "‹point›", "iv": "‹nonce›", "ct": "‹sealed›",
    ]
    func ask(_ title: String, _ body: JSON, _ changed: JSON = [:]) async throws {
      let names = Set(texts: (changed.members ?? []).map(\.name))
      let kept = (shown.members ?? []).filter { !names.contains($0.name) }
      try await golden.ask(
        call, title,
        .init(
          body: body, shown: .object(kept + (changed.members ?? [])), key: .none))
    }
    try await ask("sealed", try page.seal(event))
    for (title, changed) in [
      ("an envelope of another version", ["lrv": 2]), ("a key id that is none", ["kid": "k1"]),
      ("an unknown key", ["kid": "wbk_01m7xxyzzzet29mkm8y17dn102"]), ("no point", ["epk": "AAAA"]),
      ("a short nonce", ["iv": "AAAA"]), ("nothing sealed", ["ct": ""]),
    ] as [(String, JSON)] {
      try await ask(title, try page.seal(event, changed), changed)
    }
    let other = try LinkrunnerPage(try await golden.server.webKey(of: golden.app))
    try await ask("sealed to another key", try page.seal(event, ["kid": .id(other.key.id)]))
    try await ask("sealed and no JSON", try page.seal(Array("{".utf8)))
    let stranger = try await golden.server.otherApp()
    try await ask(
      "with another app's token inside",
      try page.seal(LinkrunnerPage.event(stranger.publishable)))
    try await ask(
      "too long", try page.seal([UInt8](repeating: 0x20, count: LinkrunnerEnvelope.sealedBytes)))
  }
}
