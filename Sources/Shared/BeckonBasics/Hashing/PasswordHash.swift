import BeckonModel

#if !canImport(CryptoKit)
  import CBeckonCrypto
#endif

/// A password's hash by scrypt (RFC 7914), with its salt and what it cost: whoever steals hashes
/// pays as much for each guess. Each takes some tenth of a second and 32 MiB, so nothing else waits
/// for it. Only on Linux: what needs it runs in a server.
public struct PasswordHash: Hashable, Sendable {
  /// What one guess costs.
  public struct Cost: Hashable, Sendable {
    /// Binary logarithm of the number of rounds.
    public let rounds: Int
    /// Size of a block; a guess takes 128 bytes for each of the rounds and of this.
    public let block: Int
    /// How often all is done.
    public let lanes: Int

    /// A cost.
    public init(rounds: Int, block: Int, lanes: Int) {
      (self.rounds, self.block, self.lanes) = (rounds, block, lanes)
    }

    /// What OWASP's cheat sheet asks for: 2^15 rounds, blocks of 8, one lane… in 32 MiB.
    public static let usual = Cost(rounds: 15, block: 8, lanes: 1)

    /// No more than what one call may take.
    fileprivate var isAffordable: Bool {
      (10...18).contains(rounds) && (1...16).contains(block) && (1...8).contains(lanes)
    }
  }

  /// Bytes of a salt.
  public static let saltBytes = 16
  private static let hashBytes = 32

  /// What it cost.
  public let cost: Cost
  private let salt: [UInt8]
  private let hash: [UInt8]

  /// Hashes a password; `nil` when the cost cannot be paid, or there is no memory.
  public init?(_ password: String, salt: [UInt8], cost: Cost = .usual) {
    guard let hash = Self.derive(password, salt, cost) else { return nil }
    (self.cost, self.salt, self.hash) = (cost, salt, hash)
  }

  /// Reads a hash as it is stored; `nil` when it is none.
  public init?(text: String) {
    let parts = text.split(on: "$", keepsEmpty: true)
    guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]),
      let block = Int(parts[2]), let lanes = Int(parts[3]),
      let salt = Base64.url.decode(parts[4]), let hash = Base64.url.decode(parts[5]),
      hash.count == Self.hashBytes
    else { return nil }
    (self.cost, self.salt, self.hash) = (
      Cost(rounds: rounds, block: block, lanes: lanes), salt, hash
    )
  }

  /// The hash as it is stored.
  public var text: String {
    "scrypt$\(cost.rounds)$\(cost.block)$\(cost.lanes)$" + Base64.url.encode(salt) + "$"
      + Base64.url.encode(hash)
  }

  /// Whether it is this password's. Takes as long for any.
  public func matches(_ password: String) -> Bool {
    guard let other = Self.derive(password, salt, cost) else { return false }
    return zip(hash, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  #if canImport(CryptoKit)
    private static func derive(
      _ password: String, _ salt: [UInt8], _ cost: Cost
    ) -> [UInt8]? { nil }
  #else
    private static func derive(
      _ password: String, _ salt: [UInt8], _ cost: Cost
    ) -> [UInt8]? {
      guard cost.isAffordable else { return nil }
      let rounds = UInt64(1) << UInt64(cost.rounds)
      let memory = 128 * UInt64(cost.block) * (rounds + UInt64(cost.lanes) + 2)
      var password = password
      var hash = [UInt8](repeating: 0, count: hashBytes)
      let isDone = password.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          EVP_PBE_scrypt(
            text.baseAddress, text.count, salt, salt.count, rounds, UInt64(cost.block),
            UInt64(cost.lanes), memory, &hash, hash.count)
        }
      }
      return isDone == 1 ? hash : nil
    }
  #endif
}
