import BeckonBasics
import BeckonModel

/// The text of a token, and the hash under which it is stored.
enum TokenText {
  private static let prefix = "tok_"
  /// Characters that say when a token was made, in steps of 256 milliseconds.
  private static let timeLength = 8
  private static let (timeBits, stepBits) = (40, 8)

  /// `tok_`, when it is made, and 26 characters by chance; and its hash.
  static func new(at now: Instant, _ ambient: Ambient) -> (text: String, digest: Identifier) {
    let time = UInt64(max(0, now.milliseconds)) >> stepBits
    let secret = Identifier(high: ambient.random(), low: ambient.random())
    let text = prefix + Identifier(high: 0, low: time).text.suffix(timeLength) + secret.text
    return (text, digest(of: text, madeAt: time))
  }

  /// The hash of a token.
  static func digest(of token: String) -> Identifier { digest(of: token, madeAt: time(of: token)) }

  /// The same. Of one that says when it was made, that time takes the place of the hash's first 40
  /// bits, so that rows of new tokens come one behind the other: else each would change a page of
  /// its own. Who wants to guess a token has to find the other 88.
  private static func digest(of token: String, madeAt time: UInt64?) -> Identifier {
    let hash = Identifier(hashing: "token", token)
    guard let time else { return hash }
    let rest = UInt64.bitWidth - timeBits
    return Identifier(high: time << rest | hash.high & (1 << rest - 1), low: hash.low)
  }

  /// `nil` of a token that does not say it, as those from before step 41 of the schema.
  private static func time(of token: String) -> UInt64? {
    let length = prefix.utf8.count + timeLength + Identifier.textLength
    guard token.utf8.count == length, token.hasPrefix(prefix) else { return nil }
    let text = token.dropFirst(prefix.utf8.count).prefix(timeLength)
    let zeros = String(repeating: "0", count: Identifier.textLength - timeLength)
    return Identifier(text: zeros + text)?.low
  }
}
