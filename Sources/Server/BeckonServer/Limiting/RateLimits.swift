/// Bounds on how often callers may call, per minute. A secret key has none: it is the app's own
/// server.
public struct RateLimits: Sendable {
  /// Calls from one address, with a publishable key, of what could enumerate or make up people,
  /// first calls of installs, and look-ups of codes that do not exist.
  public var guardedPerAddress = 600
  /// The same of one publishable key, from all addresses.
  public var guardedPerKey = 60_000
  /// Calls that name their install, of one install: 25 a second.
  public var perInstall = 1_500
  /// Bytes of bodies from one address with a publishable key: 32 MiB, which is what some 100 phones
  /// send together that have been offline for long.
  public var bytesPerAddress = 32 << 20
  /// Passwords tried with a publishable key, from one address.
  public var passwordsPerAddress = 30
  /// The same for one e-mail address or person, from all addresses.
  public var passwordsPerPerson = 10
  /// The same of one app, from all addresses.
  public var passwordsPerApp = 1_200
  /// Other calls of one publishable key, from all addresses.
  public var ordinaryPerKey = 6_000_000

  /// The defaults.
  public init() {}
}
