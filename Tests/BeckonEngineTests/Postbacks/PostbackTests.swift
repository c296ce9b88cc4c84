import BeckonEngine
import BeckonModel
import Testing

/// What is read of a postback, without its signature.
@Suite struct PostbackTests {
  private static let lost: JSON = [
    "version": "4.0", "ad-network-id": "com.example", "source-identifier": "39",
    "app-id": 525_463_029, "transaction-id": "6AAFB7A5-0170-41b5-bbe4-fe71dedf1e31",
    "redownload": false, "source-domain": "example.com", "fidelity-type": 1, "did-win": true,
    "postback-sequence-index": 0, "attribution-signature": "MEUC",
  ]

  private static func changed(_ name: String, _ value: JSON?) -> JSON {
    .object(
      (lost.members ?? []).filter { $0.name != name }
        + (value.map { [JSON.Member(name, $0)] } ?? []))
  }

  private static func texts(_ json: JSON) throws -> [String] {
    try Postback(skAdNetwork: Fields(json)).signature.texts.map {
      String(decoding: $0, as: UTF8.self).split(separator: "\u{2063}").joined(separator: "|")
    }
  }

  @Test("The signed text of each version")
  func signedTexts() throws {
    let json = JSON.object(
      (Self.lost.members ?? []).filter { $0.name != "version" } + [
        JSON.Member("campaign-id", 42), JSON.Member("source-app-id", 7),
      ])
    func text(_ version: String?) throws -> [String] {
      try Self.texts(
        .object(
          (json.members ?? []) + (version.map { [JSON.Member("version", .string($0))] } ?? [])))
    }
    let id = "6AAFB7A5-0170-41b5-bbe4-fe71dedf1e31"
    #expect(try text(nil) == ["com.example|42|525463029|\(id)"])
    #expect(try text("2.0") == ["2.0|com.example|42|525463029|\(id)|false|7"])
    #expect(try text("2.1") == ["2.1|com.example|42|525463029|\(id)|false|7"])
    #expect(try text("2.2") == ["2.2|com.example|42|525463029|\(id)|false|7|1"])
    #expect(try text("3.0") == ["3.0|com.example|42|525463029|\(id)|false|7|1|true"])
    #expect(try text("4.0") == ["4.0|com.example|39|525463029|\(id)|false|7|1|true|0"])
  }

  @Test("The source is left out with its separator; a 0 is tried both ways")
  func source() throws {
    let without = Self.changed("source-domain", nil)
    let bare = "4.0|com.example|39|525463029|6AAFB7A5-0170-41b5-bbe4-fe71dedf1e31|false|1|true|0"
    #expect(try Self.texts(without) == [bare])
    let zero = JSON.object((without.members ?? []) + [JSON.Member("source-app-id", 0)])
    #expect(try Self.texts(zero).count == 2)
    #expect(try Self.texts(zero)[1] == bare)
    #expect(try Self.texts(Self.changed("did-win", nil)) == [])
  }

  @Test("The meaning of the fields")
  func fields() throws {
    let postback = try Postback(skAdNetwork: Fields(Self.lost))
    #expect(postback.transaction == "6aafb7a5-0170-41b5-bbe4-fe71dedf1e31")
    #expect(postback.source == "39")
    #expect(postback.conversion == .download)
    #expect(postback.interaction == .click)
    #expect(postback.sourceDomain == "example.com")
    #expect(postback.fineValue == nil)
    for (value, fine) in [(JSON.integer(63), 63), (0, 0), (64, nil), ("7", nil), (-1, nil)] {
      let postback = try Postback(skAdNetwork: Fields(Self.changed("conversion-value", value)))
      #expect(postback.fineValue == fine)
    }
    let coarse = Self.changed("coarse-conversion-value", "medium")
    #expect(try Postback(skAdNetwork: Fields(coarse)).coarseValue == .medium)
  }

  @Test(
    "Without a name it is no postback",
    arguments: ["ad-network-id", "app-id", "transaction-id", "attribution-signature"])
  func none(_ name: String) {
    for value in [nil, JSON.bool(true), .string(""), .array([])] {
      #expect(throws: FieldError.self) {
        try Postback(skAdNetwork: Fields(Self.changed(name, value)))
      }
    }
  }

  @Test(
    "A text that is no signed JSON is no postback",
    arguments: ["", "a.b", "a.b.c", "e30.e30.c", "..", "e30.e30.e30.e30"])
  func noJWS(_ text: String) {
    #expect(throws: FieldError.self) {
      try Postback(adAttributionKit: Fields(["jws-string": .string(text)]))
    }
  }
}
