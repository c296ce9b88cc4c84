import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import BeckonTesting
import Testing

@testable import BeckonServer

@Suite struct LinkrunnerEnvelopeTests {
  @Test("A page view in the SDK's words counts once, plain and sealed, at both paths")
  func story() async throws {
    try await TestServer.run { server in
      let page = try LinkrunnerPage(try await server.webKey(of: server.app))
      let event = LinkrunnerPage.event(server.app.publishable)
      #expect(try await server.app.post("/web/ingest", event, as: .none).status == 200)
      for path in ["/web/ingest", "/web/collect"] {
        let answer = try await server.app.post(path, try page.seal(event), as: .none)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.json["status"] == 200)
      }
      #expect(try await server.number("SELECT COUNT(*) FROM facts") == 1)
      // The same envelope once more is the same event.
      let other = try page.seal(LinkrunnerPage.event(server.app.publishable, id: "w-2"))
      for _ in 1...2 {
        #expect(try await server.app.post("/web/ingest", other, as: .none).status == 200)
      }
      #expect(
        try await server.number(
          """
          SELECT COUNT(*) FROM facts WHERE name = 'page_view' AND properties NOT LIKE '%token%'
          AND properties LIKE '%"page_url":"https://example.com/?utm_source=meta"%'
          """) == 2)
    }
  }

  @Test("The key of the page's side is read in every encoding that WebCrypto exports")
  func encodings() async throws {
    try await TestServer.run { server in
      let page = try LinkrunnerPage(try await server.webKey(of: server.app))
      for (number, encoding) in page.encodings.enumerated() {
        let event = LinkrunnerPage.event(server.app.publishable, id: "w-\(number)")
        let answer = try await server.app.post(
          "/web/ingest", try page.seal(event, ["epk": encoding]), as: .none)
        #expect(answer.status == 200, "\(encoding.text)")
      }
      #expect(try await server.number("SELECT COUNT(*) FROM facts") == 5)
    }
  }

  @Test("An old key opens until it is removed, and then the answer says what to do")
  func rotation() async throws {
    try await TestServer.run { server in
      let old = try await server.webKey(of: server.app)
      let new = try await server.webKey(of: server.app)
      func send(_ key: WebKey, _ id: String) async throws -> HTTPAnswer {
        let event = LinkrunnerPage.event(server.app.publishable, id: id)
        return try await server.app.post(
          "/web/ingest", try LinkrunnerPage(key).seal(event), as: .none)
      }
      for (key, id) in [(old, "a"), (new, "b"), (old, "c")] {
        #expect(try await send(key, id).status == 200)
      }
      let (other, app) = (try await server.otherApp(), server.app.id)
      let elsewhere = try server.anotherDatabase()
      let left = try await elsewhere.write { connection in
        let keys = WebKeys(connection)
        let isOthers = try keys.remove(old.id, app: other.id)
        let isRemoved = try keys.remove(old.id, app: app)
        return isOthers || !isRemoved ? [] : try keys.keys(of: app).map(\.publicKey)
      }
      #expect(left == [new.publicKey])
      await elsewhere.close()
      // The server asks again and again whether another program has changed anything.
      try await eventually {
        try await server.wait()
        return try await send(old, "a").status == 400
      }
      let refused = try await send(old, "d")
      #expect(refused.status == 400)
      #expect(refused.json["status"] == 400)
      #expect(refused.string("msg")?.contains("beckon app web-keys list") == true)
      #expect(try await send(new, "e").status == 200)
      #expect(try await server.number("SELECT COUNT(*) FROM facts") == 4)
    }
  }

  @Test("A damaged envelope is refused in the vendor's form, with the field, and stores nothing")
  func damaged() async throws {
    try await TestServer.run { server in
      let key = try await server.webKey(of: server.app)
      let page = try LinkrunnerPage(key)
      let event = LinkrunnerPage.event(server.app.publishable)
      let good = try page.seal(event)
      func text(_ name: String, _ change: (inout [UInt8]) -> Void) throws -> JSON {
        var bytes = try #require(good[name]?.string.flatMap(Base64.url.decode))
        change(&bytes)
        return .string(Base64.url.encode(bytes))
      }
      let relabelled = try LinkrunnerPage(key, keyID: "wbk_01m7xxyzzzet29mkm8y17dn102")
      let stranger = try LinkrunnerPage(try await server.webKey(of: server.app))
      let cases: [(String, JSON, String)] = [
        ("tag", try page.seal(event, ["ct": text("ct") { $0[$0.count - 1] ^= 1 }]), "'ct'"),
        ("text", try page.seal(event, ["ct": text("ct") { $0[0] ^= 1 }]), "'ct'"),
        (
          "no text", try page.seal(event, ["ct": text("ct") { $0.removeLast($0.count - 15) }]),
          "'ct'"
        ),
        ("other nonce", try page.seal(event, ["iv": text("iv") { $0[0] ^= 1 }]), "'ct'"),
        ("short nonce", try page.seal(event, ["iv": text("iv") { $0.removeLast() }]), "'iv'"),
        ("long nonce", try page.seal(event, ["iv": text("iv") { $0.append(0) }]), "'iv'"),
        ("no point", try page.seal(event, ["epk": text("epk") { $0[64] ^= 1 }]), "'epk'"),
        ("short point", try page.seal(event, ["epk": text("epk") { $0.removeLast() }]), "'epk'"),
        (
          "zero",
          try page.seal(event, ["epk": text("epk") { $0 = [4] + .init(repeating: 0, count: 64) }]),
          "'epk'"
        ),
        ("no key", try page.seal(event, ["epk": .null]), "'epk'"),
        ("no base 64", try page.seal(event, ["ct": "***"]), "'ct'"),
        ("another key's", try page.seal(event, ["kid": .id(stranger.key.id)]), "'ct'"),
        ("of another name", try relabelled.seal(event), "'ct'"),
        ("unknown", try page.seal(event, ["kid": "wbk_01m7xxyzzzet29mkm8y17dn102"]), "'kid'"),
        ("no name", try page.seal(event, ["kid": "k1"]), "'kid'"),
        ("version 2", try page.seal(event, ["lrv": 2]), "'lrv'"),
        ("no version", try page.seal(event, ["lrv": .null]), "'lrv'"),
        ("not JSON", try page.seal(Array("{\"token\":".utf8)), "not JSON"),
        ("not UTF-8", try page.seal([0x22, 0xFF, 0x22]), "not JSON"),
        ("nothing", try page.seal([UInt8]()), "not JSON"),
      ]
      for (name, body, word) in cases {
        let answer = try await server.app.post("/web/ingest", body, as: .none)
        #expect(answer.status == 400, "\(name): \(answer.text)")
        #expect(answer.json["status"] == 400, "\(name)")
        #expect(answer.string("msg")?.contains(word) == true, "\(name): \(answer.text)")
      }
      #expect(try await server.number("SELECT COUNT(*) FROM facts") == 0)
      #expect(try await server.app.post("/web/ingest", good, as: .none).status == 200)
    }
  }

  @Test("One too large, without a token, or with one of another app is refused")
  func contents() async throws {
    try await TestServer.run { server in
      let page = try LinkrunnerPage(try await server.webKey(of: server.app))
      func status(_ plain: [UInt8], _ path: String = "/web/ingest") async throws -> Int {
        try await server.app.post(path, try page.seal(plain), as: .none).status
      }
      let event = LinkrunnerPage.event(server.app.publishable)
      func padded(to count: Int) -> [UInt8] {
        event.bytes + [UInt8](repeating: 0x20, count: count - event.bytes.count)
      }
      #expect(try await status(padded(to: LinkrunnerEnvelope.sealedBytes - 15)) == 413)
      #expect(try await status(padded(to: LinkrunnerEnvelope.sealedBytes * 2)) == 413)
      let other = try await server.otherApp()
      for plain in [
        "{}", "[]", "null", #"{"token":""}"#, #"{"token":"pk_x"}"#,
        LinkrunnerPage.event(other.publishable).text,
        // An envelope in an envelope has no token either.
        try page.seal(event).text,
      ] {
        #expect(try await status(Array(plain.utf8)) == 401, "\(plain)")
      }
      // Only pages seal: the app's own calls show their token.
      #expect(try await status(event.bytes, "/api/client/capture-event") == 401)
      #expect(try await server.number("SELECT COUNT(*) FROM facts") == 0)
      #expect(try await status(padded(to: LinkrunnerEnvelope.sealedBytes - 16)) == 200)
      #expect(try await server.number("SELECT COUNT(*) FROM facts") == 1)
    }
  }

  @Test("A page of the app's origins may read the answer, also to what it has sealed")
  func origins() async throws {
    try await TestServer.run { server in
      try await server.app.set(["origins": ["https://shop.example"]])
      let page = try LinkrunnerPage(try await server.webKey(of: server.app))
      let answer = try await server.app.post(
        "/web/ingest", try page.seal(LinkrunnerPage.event(server.app.publishable)), as: .none,
        headers: [("Origin", "https://shop.example")])
      #expect(answer["Access-Control-Allow-Origin"] == "https://shop.example")
      let refused = try await server.app.post(
        "/web/ingest", ["lrv": 1], as: .none, headers: [("Origin", "https://shop.example")])
      #expect(refused.status == 400)
      #expect(refused["Access-Control-Allow-Origin"] == "*")
    }
  }

  @Test("An app has so many keys, and one that is not there none")
  func limits() async throws {
    try await TestServer.run { server in
      var keys: Set<String> = []
      for _ in 1...Limits.webKeys {
        keys.insert(try await server.webKey(of: server.app).publicKey)
      }
      #expect(keys.count == Limits.webKeys)
      await #expect(throws: WebKeyFault.tooMany) { try await server.webKey(of: server.app) }
      let ambient = server.ambient
      await #expect(throws: WebKeyFault.noApp) {
        _ = try await server.database.write {
          try WebKeys($0).create(app: ambient.id(), ambient: ambient)
        }
      }
    }
  }

  @Test("What WebCrypto sealed is opened, in each of its encodings")
  func vector() throws {
    // Made with the WebCrypto of Node 20, as the SDK seals.
    let key = try #require(
      Base64.standard.decode(
        "MHcCAQEEIOf5moCVgMapk1qHFuQryD8GnPYE2PCrKzsgrFVlauVKoAoGCCqGSM49AwEHoUQDQgAEEgD94CpjqLGYBwWo3wwsf4QSnmmpgEfDcDBZPajOwZdGSrJtllycf6l2CuTvC5jSujp1WpLxJ0/Iuxa2EDuy4w=="
      ))
    let x = "nBkKq8PbcIL-mazSoVwzIaAt70U97uEE-2Lv6wHK5j8"
    let y = "_r_DA0RNlnIqeL1JPctrnwBKTzJHGi5wch195Iiu2VU"
    let point =
      "BJwZCqvD23CC_pms0qFcMyGgLe9FPe7hBPti7-sByuY__r_DA0RNlnIqeL1JPctrnwBKTzJHGi5wch195Iiu2VU"
    let info =
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEnBkKq8PbcIL+mazSoVwzIaAt70U97uEE+2Lv6wHK5j/+v8MDRE2Wcip4vUk9y2ufAEpPMkcaLnByHX3kiK7ZVQ=="
    for encoding: JSON in [
      .string(point), .string(info),
      ["key_ops": [], "ext": true, "kty": "EC", "x": .string(x), "y": .string(y), "crv": "P-256"],
    ] {
      let envelope = try LinkrunnerEnvelope([
        "lrv": 1, "kid": "wbk_01m7xxyzzzet29mkm8y17dn102", "epk": encoding,
        "iv": "4dAEQ1KRUPIonGOG",
        "ct":
          "MgH0CnUW2pgaLnoRWRLfd5xcIvLaNli_4NStU_-DrH2QXOtVuNjlxelIsUPSTsdMYA49pZt8Z2SKkOmsWYhuBR9lX2vpuP5PanikjZJvRaRCIxOD1a6gZQ",
      ])
      let opener = try #require(P256PrivateKey(der: key))
      let body = try envelope.open(with: opener)
      #expect(
        body == ["token": "t", "event_id": "e-1", "event_type": "custom", "event_name": "prö"])
    }
  }
}
