import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Links by which operators sign in. Each is good once; only a hash of its token is stored.
public struct OperatorLinks {
  private let connection: any Connection
  private let ambient: Ambient

  /// Works on this transaction.
  public init(_ connection: any Connection, ambient: Ambient) {
    self.connection = connection
    self.ambient = ambient
  }

  /// Makes a link by which somebody signs in who is an operator already, or becomes one by it.
  /// - Parameters:
  ///   - maker: who invites; `nil` when whoever keeps the server made it.
  ///   - milliseconds: how long it is good.
  /// - Returns: the token that stands in it, which is told this once.
  /// - Throws: `DatabaseError`.
  public func make(
    for holder: Operator, by maker: OperatorID? = nil, milliseconds: Int64
  ) throws -> String {
    let (token, now) = (ambient.secret(prefix: "opl"), ambient.now())
    let row: SQL.Row = [
      "digest": .identifier(Self.digest(of: token)), "id": .id(ambient.id(OperatorLinkID.self)),
      "operator": .id(holder.id), "name": .text(holder.name),
      "role": .text(holder.role.rawValue), "apps": Operators.stored(holder.apps),
      "made_by": .id(maker),
      "created_at": .instant(now), "expires_at": .instant(now.adding(milliseconds: milliseconds)),
    ]
    try connection.send("INSERT INTO operator_links \(row: row)")
    return token
  }

  /// Makes a link for whoever keeps the server: for the first operator, or one of this name, who
  /// may do everything.
  /// - Throws: `DatabaseError`.
  public func makeForKeeper(named name: String?) throws -> String {
    let known = try Operators(connection).all().filter { $0.invites }
    let meant = name.map { name in known.first { $0.name == name } } ?? known.first
    let holder =
      meant
      ?? Operator(
        id: ambient.id(), name: name ?? Self.firstName, role: .money, apps: nil,
        createdAt: ambient.now())
    if meant == nil { try endPrinted(named: holder.name) }
    return try make(for: holder, milliseconds: OperatorLink.printedMilliseconds)
  }

  /// What the first operator is called who gave no name.
  public static let firstName = "Operator"

  /// The link of a token, whether it is still good or not.
  /// - Throws: `DatabaseError`.
  public func find(_ token: String) throws -> OperatorLink? {
    try connection.first(
      """
      SELECT \(Self.columns) FROM operator_links
      WHERE digest = \(.identifier(Self.digest(of: token)))
      """, { try Self.read($0) })
  }

  /// Uses a link up, and gives who signs in by it; `nil` when it is not good any more. Of two who
  /// come at once, one signs in.
  /// - Throws: `DatabaseError`.
  public func use(_ token: String) throws -> Operator? {
    let now = ambient.now()
    let used = try connection.run(
      """
      UPDATE operator_links SET used_at = $2
      WHERE digest = $1 AND used_at IS NULL AND expires_at > $2
      """, [.identifier(Self.digest(of: token)), .instant(now)])
    guard used > 0, let link = try find(token) else { return nil }
    let operators = Operators(connection)
    if let known = try operators.find(link.holder.id) {
      return known.removedAt == nil ? known : nil
    }
    let new = Operator(
      id: link.holder.id, name: link.holder.name, role: link.holder.role, apps: link.holder.apps,
      createdAt: now)
    try operators.insert(new)
    try endPrinted(named: new.name)
    return new
  }

  /// Ends what was printed for somebody who is no operator yet: the server prints a link at each
  /// start until somebody has signed in, and old ones stand in logs.
  private func endPrinted(named name: String) throws {
    try connection.send(
      """
      DELETE FROM operator_links
      WHERE made_by IS NULL AND used_at IS NULL AND name = \(.text(name))
        AND operator NOT IN (SELECT id FROM operators)
      """)
  }

  /// Invitations that nobody has used, and that are still good, newest first.
  /// - Throws: `DatabaseError`.
  public func open() throws -> [OperatorLink] {
    try connection.rows(
      """
      SELECT \(Self.columns) FROM operator_links
      WHERE expires_at > \(.instant(ambient.now())) AND used_at IS NULL
      ORDER BY created_at DESC, id LIMIT \(.integer(Operator.max))
      """, { try Self.read($0) })
  }

  /// Takes a link back; `false` when there is none of this id, or it was used.
  /// - Throws: `DatabaseError`.
  public func takeBack(_ id: OperatorLinkID) throws -> Bool {
    try connection.run(
      "DELETE FROM operator_links WHERE id = $1 AND used_at IS NULL", [.id(id)]) > 0
  }

  // MARK: Rows

  private static let columns: SQL = """
    id, operator, name, role, apps, created_at, expires_at, used_at
    """

  private static func read(_ row: any Row) throws -> OperatorLink {
    OperatorLink(
      id: row.id(0),
      holder: Operator(
        id: row.id(1), name: row.text(2), role: try row.choice(3),
        apps: Operators.apps(try row.optionalJSON(4)), createdAt: row.instant(5)),
      createdAt: row.instant(5), expiresAt: row.instant(6), usedAt: row.optionalInstant(7))
  }

  private static func digest(of token: String) -> Identifier {
    Identifier(hashing: "operator link", token)
  }
}
