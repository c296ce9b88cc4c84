import BeckonModel

/// What is not a function of the input: the time and chance. Handed down from the program's start,
/// so that a test can hold both still.
public struct Ambient: Sendable {
  /// The present.
  public let now: @Sendable () -> Instant
  /// 64 bits of chance, good enough for tokens.
  public let random: @Sendable () -> UInt64

  /// Makes the surroundings of two sources.
  public init(
    now: @escaping @Sendable () -> Instant, random: @escaping @Sendable () -> UInt64
  ) {
    self.now = now
    self.random = random
  }

  /// The system's clock and random source.
  public static let system: Ambient = {
    let pool = RandomPool()
    return Ambient(now: { Instant.system() }, random: { pool.next() })
  }()

  /// A new identifier that sorts by time (UUID version 7).
  public func identifier() -> Identifier {
    Identifier(at: now(), random: (random(), random()))
  }

  /// A new id that sorts by time.
  public func id<Kind>(_: ID<Kind>.Type = ID<Kind>.self) -> ID<Kind> { ID(identifier()) }

  /// A new secret of 128 bits: `‹prefix›_‹26 characters›`.
  public func secret(prefix: String) -> String {
    prefix + "_" + Identifier(high: random(), low: random()).text
  }
}
