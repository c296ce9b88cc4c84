import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@Suite struct PostbackVerifierTests {
  private static func skAdNetwork(_ json: JSON) throws -> Postback {
    try Postback(skAdNetwork: Fields(json))
  }

  private static func judge(_ json: JSON) throws -> PostbackReason {
    PostbackVerifier.judge(try skAdNetwork(json), acceptsDevelopment: true).reason
  }

  private static func judge(
    jws: String, acceptsDevelopment: Bool
  ) throws -> PostbackReason {
    let postback = try Postback(adAttributionKit: Fields(ApplePostbacks.body(jws)))
    return PostbackVerifier.judge(postback, acceptsDevelopment: acceptsDevelopment).reason
  }

  @Test("Apple's examples hold", arguments: ApplePostbacks.skAdNetwork)
  func holds(_ name: String, _ text: String) throws {
    let postback = try Self.skAdNetwork(try JSONReader.read(text))
    let judged = PostbackVerifier.judge(postback, acceptsDevelopment: false)
    #expect(judged == (.verified, .signatureHolds))
  }

  @Test("A change in any signed field is noticed", arguments: ApplePostbacks.skAdNetwork)
  func tampered(_ name: String, _ text: String) throws {
    let json = try JSONReader.read(text)
    let members = try #require(json.members)
    let unsigned = ["conversion-value", "coarse-conversion-value", "attribution-signature"]
    var changed = 0
    for member in members where !unsigned.contains(member.name) {
      let value: JSON =
        switch member.value {
        case .string(let text) where member.name == "version":
          .string(text == "3.0" ? "2.2" : "3.0")
        case .string(let text): .string(text + "1")
        case .number(let text): .number(text + "1")
        case .bool(let truth): .bool(!truth)
        default: member.value
        }
      let forged = JSON.object(
        members.map { $0.name == member.name ? JSON.Member($0.name, value) : $0 })
      #expect(try Self.judge(forged) == .signatureDoesNotHold, "\(member.name)")
      changed += 1
    }
    #expect(changed >= 6)
  }

  @Test("Neither the value nor the country is signed")
  func unsigned() throws {
    let json = try JSONReader.read(ApplePostbacks.version4)
    let forged = JSON.object(
      (json.members ?? []).map {
        $0.name == "conversion-value" ? JSON.Member($0.name, 1) : $0
      } + [JSON.Member("country-code", "TR")])
    #expect(try Self.judge(forged) == .signatureHolds)
  }

  @Test("Fields cannot be cut otherwise with a separator of one's own")
  func separators() throws {
    let json = try JSONReader.read(ApplePostbacks.version4)
    let forged = JSON.object(
      (json.members ?? []).compactMap { member -> JSON.Member? in
        switch member.name {
        case "source-domain": nil
        case "redownload": JSON.Member("redownload", "false\u{2063}example.com")
        default: member
        }
      })
    #expect(try Self.judge(forged) == .signatureDoesNotHold)
  }

  @Test("A source app of 0 names none, whether Apple signed the 0 or not")
  func sourceAppZero() throws {
    let json = try JSONReader.read(ApplePostbacks.version3Lost)
    let withZero = JSON.object((json.members ?? []) + [JSON.Member("source-app-id", 0)])
    #expect(try Self.judge(withZero) == .signatureHolds)
    #expect(try Self.skAdNetwork(withZero).sourceApp == nil)
    let withOther = JSON.object((json.members ?? []) + [JSON.Member("source-app-id", 7)])
    #expect(try Self.judge(withOther) == .signatureDoesNotHold)
  }

  @Test("What was signed with the old key, or is yet to come, cannot be verified")
  func unverifiable() throws {
    let second = try JSONReader.read(ApplePostbacks.version2point1)
    func with(_ version: JSON?) throws -> PostbackReason {
      let others = (second.members ?? []).filter { $0.name != "version" }
      return try Self.judge(.object(others + (version.map { [JSON.Member("version", $0)] } ?? [])))
    }
    #expect(try with("2.0") == .legacyKey)
    #expect(try with(nil) == .legacyKey)
    #expect(try with("5.0") == .unknownVersion)
  }

  @Test("A key for developing counts only where the app takes it")
  func development() throws {
    let jws = ApplePostbacks.developmentJWS
    #expect(try Self.judge(jws: jws, acceptsDevelopment: true) == .signatureHolds)
    #expect(try Self.judge(jws: jws, acceptsDevelopment: false) == .developmentKey)
    let postback = try Postback(adAttributionKit: Fields(ApplePostbacks.body(jws)))
    let judged = PostbackVerifier.judge(postback, acceptsDevelopment: true)
    #expect(judged == (.development, .signatureHolds))
    #expect(postback.signature.signer == .appleDevelopment(1))
    #expect(postback.transaction == "85546eb7-fd39-44bc-8990-c98a4ac36a49")
    #expect(postback.conversion == .reengagement)
    #expect(postback.advertisedApp == 10_738_027_756)
  }

  @Test("Apple's other example is read, and does not hold")
  func unverified() throws {
    let jws = ApplePostbacks.unverifiedJWS
    #expect(try Self.judge(jws: jws, acceptsDevelopment: true) == .signatureDoesNotHold)
    let postback = try Postback(adAttributionKit: Fields(ApplePostbacks.body(jws)))
    #expect(postback.signature.signer == .apple)
    #expect(postback.source == "8344")
    #expect(postback.fineValue == 24)
    #expect(postback.interaction == .click)
  }

  @Test("Another key's name, another algorithm or another payload do not hold")
  func forgedJWS() throws {
    let parts = ApplePostbacks.developmentJWS.split(separator: ".").map(String.init)
    func header(_ text: String) -> String { Base64.url.encode(Array(text.utf8)) }
    let asProduction = header(#"{"kid":"apple-cas-identifier/0","alg":"ES256"}"#)
    let jws = [asProduction, parts[1], parts[2]].joined(separator: ".")
    #expect(try Self.judge(jws: jws, acceptsDevelopment: true) == .signatureDoesNotHold)
    for text in [
      #"{"kid":"apple-development-identifier/1","alg":"none"}"#,
      #"{"kid":"my-own/0","alg":"ES256"}"#, "{}",
    ] {
      let jws = [header(text), parts[1], parts[2]].joined(separator: ".")
      #expect(try Self.judge(jws: jws, acceptsDevelopment: true) == .unknownKey)
    }
    let payload = try #require(Base64.url.decode(parts[1]))
    let forged = String(decoding: payload, as: UTF8.self)
      .split(separator: "1234", maxSplits: 1).joined(separator: "4321")
    let other = [parts[0], header(forged), parts[2]].joined(separator: ".")
    #expect(try Self.judge(jws: other, acceptsDevelopment: true) == .signatureDoesNotHold)
    let unsigned = [parts[0], parts[1], "!"].joined(separator: ".")
    #expect(try Self.judge(jws: unsigned, acceptsDevelopment: true) == .signatureDoesNotHold)
  }
}
