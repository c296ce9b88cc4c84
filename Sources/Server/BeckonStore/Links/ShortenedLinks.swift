import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Short links that are made of long ones.
public struct ShortenedLinks {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// How the code of a short link is made.
  public enum CodeKind: Sendable {
    /// A few letters and digits; the same long link gets the same short one.
    case short
    /// 17 letters and digits, which is more than 2^100.
    case unguessable
    /// A person has chosen it.
    case custom(String)
  }

  /// Lengths of short codes, each tried a few times before the next: the first that has room.
  private static let lengths = 4...10
  private static let triesOfLength = 4
  private static let unguessableLength = 17

  /// Makes a short link, or finds the one that was made of the same long link with a short code.
  /// - Parameters:
  ///   - prefix: under which it stands; empty for the public host.
  ///   - isFree: whether a code may be a link's.
  /// - Returns: `nil` when the code is taken, or was.
  /// - Throws: `DatabaseError`.
  public func make(
    _ long: LongLink, under prefix: String, code: CodeKind, name: String?,
    isFree: (String) -> Bool
  ) throws -> Link? {
    let digest = LongLink.digest(of: prefix + " " + long.text)
    let referrer = try LongLinks(scope).referrer(of: long)
    func insert(_ code: String, _ digest: Identifier? = nil) throws -> Link? {
      guard isFree(code) else { return nil }
      let link = Link(
        id: scope.newID(), app: scope.app.number, prefix: prefix, code: code, url: long.url,
        campaign: nil, referrer: referrer, options: long.options.named(name),
        createdAt: scope.now, longLink: long.text)
      return try Links(scope).insert(link, longDigest: digest) ? link : nil
    }
    switch code {
    case .custom(let code): return try insert(code)
    case .unguessable: return try insert(newCode(Self.unguessableLength))
    case .short:
      if let known = try find(digest) { return known }
      for length in Self.lengths {
        for _ in 0..<Self.triesOfLength {
          if let link = try insert(newCode(length), digest) { return link }
        }
      }
      return nil
    }
  }

  /// What became of a code that somebody brings along.
  public enum Taking: Sendable {
    /// The link is made.
    case made
    /// It was there already, leading to the same.
    case known
    /// The code is another link's, or was.
    case taken
  }

  /// Makes a short link at a place of its own, from a list that the app's operator has.
  /// - Throws: `DatabaseError`.
  public func take(_ long: LongLink, at place: LinkAddress, name: String?) throws -> Taking {
    if let known = try Links.find(place, scope.connection) {
      let isSame =
        known.app == scope.app.number && known.deletedAt == nil
        && known.longLink.map { TextKey($0) == TextKey(long.text) } ?? false
      if isSame {
        _ = try LongLinks(scope).withReferrer(known)
        return .known
      }
      guard known.isCodeByClient, known.app == scope.app.number, known.deletedAt == nil else {
        return .taken
      }
      try Links(scope).takeBack(code: place.code, under: place.prefix)
    }
    let made = try make(long, under: place.prefix, code: .custom(place.code), name: name) { _ in
      true
    }
    return made == nil ? .taken : .made
  }

  private func newCode(_ length: Int) -> String {
    Code.ofAnyLetters(length) { scope.ambient.random() }
  }

  /// The short link that was made of the same; none any more once it was deleted.
  private func find(_ digest: Identifier) throws -> Link? {
    let found = try scope.connection.first(
      """
      SELECT \(Links.columns) FROM links
      WHERE app = \(scope.tenant) AND long_digest = \(.identifier(digest))
      """, Links.read)
    guard let found else { return nil }
    if found.isAlive(at: scope.now) { return try LongLinks(scope).withReferrer(found) }
    try scope.connection.send(
      "UPDATE links SET long_digest = NULL WHERE app = \(scope.tenant) AND id = \(.id(found.id))")
    return nil
  }
}

extension LinkOptions {
  fileprivate func named(_ name: String?) -> LinkOptions {
    LinkOptions(
      ios: ios, android: android, social: social, utm: utm, name: name, deepLink: deepLink,
      storeVisitors: storeVisitors, passParameters: passParameters, platforms: platforms,
      pasteboard: pasteboard)
  }
}
