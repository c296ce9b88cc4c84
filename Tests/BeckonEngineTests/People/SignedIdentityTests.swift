import BeckonEngine
import BeckonModel
import Testing

/// What a signed user id must say. Its signature is checked where the keys are.
@Suite struct SignedIdentityTests {
  static let app = AppID(Identifier(high: 7, low: 7))
  static let now = Instant(milliseconds: 1_780_000_000_000)
  static let seconds: Int64 = 1_780_000_000

  static func token(_ header: String, _ claims: String) -> String {
    [header, claims].map { Base64.url.encode(Array($0.utf8)) }.joined(separator: ".") + ".c2ln"
  }

  /// `exp` and the like are written as seconds from now.
  static func claims(_ changes: [String: String?] = [:]) -> String {
    var claims: [String: String?] = [
      "sub": #""ana""#, "aud": #""\#(app.text)""#, "exp": "\(seconds + 600)",
    ]
    claims.merge(changes) { $1 }
    let members = claims.compactMap { name, value in value.map { #""\#(name)":\#($0)"# } }
    return "{" + members.sorted().joined(separator: ",") + "}"
  }

  static func verdict(_ token: String) -> Result<String, IdentityTokenFault> {
    do throws(IdentityTokenFault) {
      return .success(try SignedIdentity(token).userID(in: app, at: now))
    } catch {
      return .failure(error)
    }
  }

  @Test(
    "Tokens that vouch for ana",
    arguments: [
      claims(), claims(["iat": "\(seconds)"]), claims(["exp": "\(seconds + 86_400)"]),
      claims(["exp": "\(seconds - 59)"]), claims(["iat": "\(seconds + 59)"]),
      claims(["exp": "\(seconds + 600).25"]), claims(["nbf": "\(seconds - 5)"]),
      claims(["aud": #"["other","\#(app.text)"]"#]), claims(["iss": #""shop""#]),
    ])
  func sound(_ claims: String) {
    let token = Self.token(#"{"alg":"HS256","typ":"JWT"}"#, claims)
    #expect(Self.verdict(token) == .success("ana"))
  }

  @Test(
    "Claims that are refused, each by its name",
    arguments: [
      ("exp", claims(["exp": nil])), ("exp", claims(["exp": #""soon""#])),
      ("exp", claims(["exp": "\(seconds + 86_400 + 61)"])), ("exp", claims(["exp": "1e300"])),
      ("exp", claims(["exp": "-1"])), ("iat", claims(["iat": "\(seconds + 61)"])),
      ("nbf", claims(["nbf": "\(seconds + 61)"])), ("aud", claims(["aud": nil])),
      ("aud", claims(["aud": #""app_other""#])), ("aud", claims(["aud": "[]"])),
      ("sub", claims(["sub": nil])), ("sub", claims(["sub": "7"])),
      ("sub", claims(["sub": #""""#])),
      ("sub", claims(["sub": "\"\(String(repeating: "a", count: 321))\""])),
    ])
  func claim(_ name: String, _ claims: String) {
    guard case .failure(.claim(name, _)) = Self.verdict(Self.token(#"{"alg":"HS256"}"#, claims))
    else {
      Issue.record("\(claims) is not refused for '\(name)'")
      return
    }
  }

  @Test("A token that is over says so")
  func expired() {
    let claims = Self.claims(["exp": "\(Self.seconds - 60)"])
    #expect(Self.verdict(Self.token(#"{"alg":"HS256"}"#, claims)) == .failure(.expired))
  }

  @Test("Another algorithm is none", arguments: ["none", "HS384", "RS256", "hs256", ""])
  func algorithm(_ name: String) {
    let token = Self.token(#"{"alg":"\#(name)"}"#, Self.claims())
    #expect(Self.verdict(token) == .failure(.algorithm))
  }

  @Test(
    "What is no token at all",
    arguments: [
      "", ".", "..", "a.b", "a.b.c.d", "sit", "e30.e30", "e30.e30.", "e30.W10.c2ln",
      "eyJhbGciOiJIUzI1NiJ9.e30.not base64", token(#"{"alg":"HS256","crit":["x"]}"#, claims()),
    ])
  func malformed(_ text: String) {
    // An empty signature is base64 of nothing, and verified by no key.
    let verdict = Self.verdict(text)
    #expect([.failure(.malformed), .failure(.algorithm)].contains(verdict), "\(verdict)")
  }
}
