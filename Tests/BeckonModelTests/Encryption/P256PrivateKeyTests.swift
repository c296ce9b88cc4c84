import BeckonBasics
import BeckonModel
import Testing

@Suite struct P256PrivateKeyTests {
  // RFC 5903, section 8.1: two keys, and the secret that they agree on.
  private static let number = "C88F01F510D9AC3F70A292DAA2316DE544E9AAB8AFE84049C62A9C57862D1433"
  private static let x = "DAD0B65394221CF9B051E1FECA5787D098DFE637FC90B9EF945D0C3772581180"
  private static let y = "5271A0461CDB8252D61F1C456FA3E59AB1F45B33ACCF5F58389E0577B8990BB3"
  private static let otherX = "D12DFB5289C8D4F81208B70270398C342296970A0BCCB74C736FC7554494BF63"
  private static let otherY = "56FBF3CA366CC23E8157854C13C58D6AAC23F046ADA30F8353E74F33039872AB"
  private static let secret = "D6840F6B42F6EDAFD13116E0E12565202FEF8E9ECE7DCE03812464D04B9442DE"

  private static func bytes(_ digits: String...) throws -> [UInt8] {
    try #require(Hexadecimal.decode(digits.joined()))
  }

  /// The key in the form of RFC 5915.
  private static func key() throws -> P256PrivateKey {
    let head = "307702010104"
    let curve = "A00A06082A8648CE3D030107A14403420004"
    let der = try bytes(head, "20", number, curve, x, y)
    return try #require(P256PrivateKey(der: der))
  }

  @Test("Two keys agree on the secret that the standard says")
  func agreement() throws {
    let key = try Self.key()
    #expect(key.point == (try Self.bytes("04", Self.x, Self.y)))
    let other = try Self.bytes("04", Self.otherX, Self.otherY)
    #expect(key.secret(with: other) == (try Self.bytes(Self.secret)))
  }

  @Test("A new key is another each time, agrees with any, and comes back from its bytes")
  func new() throws {
    let first = try #require(P256PrivateKey.make())
    let second = try #require(P256PrivateKey.make())
    #expect(first.point != second.point)
    let secret = try #require(first.secret(with: second.point))
    #expect(secret.count == P256PrivateKey.secretBytes)
    let der = try #require(second.der)
    let copy = try #require(P256PrivateKey(der: der))
    #expect(copy.point == second.point)
    #expect(copy.secret(with: first.point) == secret)
  }

  @Test("With what is no point of the curve there is no secret")
  func points() throws {
    let key = try Self.key()
    let point = try Self.bytes("04", Self.otherX, Self.otherY)
    var beside = point
    beside[64] ^= 1
    let beyond = [4] + [UInt8](repeating: 0xFF, count: 64)
    let zero = [4] + [UInt8](repeating: 0, count: 64)
    let compressed = [2] + Array(point[1...32])
    for wrong in [
      beside, beyond, zero, compressed, [0], [], Array(point.dropLast()), point + [0],
      [6] + Array(point.dropFirst()),
    ] {
      #expect(key.secret(with: wrong) == nil, "\(wrong.count) bytes")
    }
  }

  @Test("Only a private key of this curve is one")
  func keys() throws {
    let key = try Self.key()
    let der = try #require(key.der)
    #expect(P256PrivateKey(der: Array(der.dropLast())) == nil)
    #expect(P256PrivateKey(der: []) == nil)
    // A key of secp256k1, made with the command `openssl`.
    let other = try #require(
      Base64.standard.decode(
        "MHQCAQEEIEU5hYVZR8mVj3WjzYhOJFRzm5mPG55cDNFmu+QA7QwzoAcGBSuBBAAKoUQDQgAE4W3zzcIcBpieRDMOHRGch1jpGFDYiCvk4NpS6IwBL2afv2BaUbSuvviwnm98IC487VWGiCk6PU53bwI3aROSMA=="
      ))
    #expect(P256PrivateKey(der: other) == nil)
  }
}
