import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Visitors of shops. Of the ids by which clients name them only keyed hashes are stored.
public struct ShopVisitors {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  // MARK: Finding

  /// The visitor whom a name means now; `nil` when nobody has told of them.
  /// - Throws: `DatabaseError`.
  public func find(_ name: VisitorName) throws -> ShopVisitor? { try current(digest(of: name)) }

  /// All who were ever meant by a name, oldest first.
  /// - Throws: `DatabaseError`.
  public func all(_ name: VisitorName) throws -> [ShopVisitor] { try all(of: digest(of: name)) }

  private func all(of digest: Identifier) throws -> [ShopVisitor] {
    let former = try rows(
      """
      {by shop_visitors_former}
      WHERE app = \(scope.tenant) AND digest = \(.identifier(digest)) AND is_current = 0
      """)
    return former + [try current(digest)].compactMap { $0 }
  }

  /// The visitors of a person, oldest first.
  /// - Throws: `DatabaseError`.
  func all(of person: PersonID) throws -> [ShopVisitor] {
    try rows(
      "{by shop_visitors_by_person} WHERE app = \(scope.tenant) AND person = \(.id(person))")
  }

  /// The visitor of a number; `nil` when they are erased, or another's now.
  /// - Throws: `DatabaseError`.
  func find(_ number: Int64) throws -> ShopVisitor? {
    try rows("WHERE app = \(scope.tenant) AND number = \(.integer(number))").first
  }

  /// Whether a visitor is named by what others may know too, the app's own id of its user or ours
  /// of the person: then a client without a token may have told what they did. One that is no more
  /// counts as such.
  /// - Throws: `DatabaseError`.
  func isNamedOpenly(_ number: Int64) throws -> Bool {
    guard let visitor = try find(number) else { return true }
    guard let person = visitor.person else { return false }
    let users = try People(scope).identities(of: person).filter { $0.kind == .userID }
    return ([person.identifier] + users.map { scope.app.digest(of: $0) }).contains(visitor.digest)
  }

  /// The visitors of a person of whom it is proven that they are, the last
  /// `ShopLimits.visitorsOfPerson`, oldest first. Others, whom anybody makes who knows an id, are
  /// not read for it.
  /// - Throws: `DatabaseError`.
  func proven(of person: PersonID) throws -> [ShopVisitor] {
    try scope.connection.rows(
      """
      SELECT \(ShopVisitor.columns) FROM shop_visitors {by shop_visitors_proven}
      WHERE app = \(scope.tenant) AND person = \(.id(person)) AND is_proven = 1
      ORDER BY number DESC LIMIT \(.integer(ShopLimits.visitorsOfPerson))
      """,
      ShopVisitor.init(row:)
    ).reversed()
  }

  /// The numbers of so many visitors of a person, the last ones.
  /// - Throws: `DatabaseError`.
  func numbers(of person: PersonID, limit: Int) throws -> [Int64] {
    try scope.connection.rows(
      """
      SELECT number FROM shop_visitors {by shop_visitors_by_person}
      WHERE app = $1 AND person = $2 ORDER BY number DESC LIMIT $3
      """, [scope.tenant, .id(person), .integer(limit)]
    ) { $0.integer(0) }
  }

  /// The visitors who are joined to an install, oldest first.
  /// - Throws: `DatabaseError`.
  func all(on install: InstallID) throws -> [ShopVisitor] {
    try rows(
      "{by shop_visitors_by_install} WHERE app = \(scope.tenant) AND install = \(.id(install))")
  }

  /// The visitors whose facts are stored under a subject: that of their name, or one of their own.
  /// - Throws: `DatabaseError`.
  func all(under subject: Identifier) throws -> [ShopVisitor] {
    let own = try rows(
      """
      {by shop_visitors_by_own_subject}
      WHERE app = \(scope.tenant) AND subject = \(.identifier(subject)) AND subject <> digest
      """)
    return try own + all(of: subject).filter { $0.subject == subject }
  }

  /// Whose actions a visitor may be shown: their own, and those of other visitors of the same
  /// person, where both are proven to be that person's.
  /// - Throws: `DatabaseError`.
  public func sharing(with visitor: ShopVisitor) throws -> [ShopVisitor] {
    guard let person = visitor.person, visitor.isProven else { return [visitor] }
    let others = try proven(of: person).filter {
      $0.number != visitor.number && VisitorTie.shares(visitor.standing, with: $0.standing)
    }
    return [visitor] + others
  }

  /// The visitors whose actions count for an answer to whoever has this name, the one that the name
  /// means first; none, when nobody has told of any.
  /// - Throws: `DatabaseError`.
  public func shown(to name: VisitorName) throws -> [ShopVisitor] {
    let own = try find(name)
    guard case .person(let id) = name else { return try own.map(sharing) ?? [] }
    return try [own].compactMap { $0 } + proven(of: id).filter { $0.number != own?.number }
  }

  private func current(_ digest: Identifier) throws -> ShopVisitor? {
    try rows(
      """
      {by shop_visitors_current}
      WHERE app = \(scope.tenant) AND digest = \(.identifier(digest)) AND is_current = 1
      """
    ).first
  }

  func rows(_ chosen: SQL) throws -> [ShopVisitor] {
    try scope.connection.rows(
      "SELECT \(ShopVisitor.columns) FROM shop_visitors \(chosen) ORDER BY number",
      ShopVisitor.init(row:))
  }

  /// The keyed hash under which a name is stored: of our own clients' names, that of their facts.
  func digest(of name: VisitorName) -> Identifier {
    switch name {
    case .vendorID(let id): Identifier(hashing: "shop visitor", id, key: scope.app.pepper)
    case .installID(let id): scope.app.digest(ofInstall: id)
    case .userID(let id): scope.app.digest(of: Identity(kind: .userID, value: id))
    case .person(let id): id.identifier
    }
  }

  // MARK: Making

  /// The visitor whom a name means, who is made if nobody has told of them. Of our own clients'
  /// names it is known whose they are.
  /// - Parameter trust: who tells.
  /// - Throws: `DatabaseError`.
  public func present(_ name: VisitorName, by trust: Trust) throws -> ShopVisitor {
    let known = try known(name, by: trust)
    let digest = known?.digest ?? digest(of: name)
    // Only through its visitor is anything found by a vendor's name. So the visitor gets a subject
    // that sorts by time: their facts stand beside the newest ones, not at random among all.
    let found =
      try current(digest)
      ?? make(
        digest, subject: known == nil ? newSubject() : digest, person: nil, isProven: false,
        install: known?.install)
    guard let known else { return found }
    if let person = known.person {
      return try apply(
        VisitorTie.login(person, isProven: known.isProven, as: found.standing), to: found)
    }
    return try apply(VisitorTie.logout(of: found.standing), to: found)
  }

  /// Whom one of our own clients means by a name.
  struct Known {
    var digest: Identifier?
    var person: PersonID?
    var isProven = false
    var install: InstallID?
  }

  func known(_ name: VisitorName, by trust: Trust) throws -> Known? {
    let people = People(scope)
    switch name {
    case .vendorID: return nil
    case .person(let id):
      let person = try people.present(id)?.id
      return Known(digest: person?.identifier, person: person, isProven: trust == .server)
    case .userID(let id):
      let person = try people.find(Identity(kind: .userID, value: id)).flatMap(people.present)
      return Known(person: person?.id, isProven: trust == .server)
    case .installID(let id):
      guard let install = try Installs(scope).find(client: id) else { return Known() }
      return Known(
        person: install.person, isProven: try isProven(install), install: install.id)
    }
  }

  private func isProven(_ install: Install) throws -> Bool {
    try install.person.map { person in
      try Installs(scope).proven(of: person).contains { $0.id == install.id }
    } ?? false
  }

  private func newSubject() -> Identifier { (scope.newID() as FactID).identifier }

  private func make(
    _ digest: Identifier, subject: Identifier, person: PersonID?, isProven: Bool,
    install: InstallID?
  ) throws -> ShopVisitor {
    let row: SQL.Row = [
      "app": scope.tenant, "digest": .identifier(digest), "subject": .identifier(subject),
      "person": .id(person), "is_proven": .bool(isProven), "install": .id(install),
      "is_current": .bool(true), "last_at": scope.time,
    ]
    let made = try scope.connection.first(
      """
      INSERT INTO shop_visitors \(row: row)
      ON CONFLICT (app, digest) WHERE is_current = 1 DO NOTHING
      RETURNING \(ShopVisitor.columns)
      """,
      ShopVisitor.init(row:))
    guard var made else { throw DatabaseError.misuse("a visitor was not made") }
    made.isNew = true
    return made
  }

  // MARK: Whose they are

  /// Does what was decided about whose a visitor is, and gives whom the name means then.
  /// - Parameter movesFacts: whether what they did before as nobody is the person's then. Facts of
  ///   an install or a user id stay where they are: those are somebody's already.
  /// - Throws: `DatabaseError`.
  func apply(
    _ tie: VisitorTie, to visitor: ShopVisitor, movesFacts: Bool = false
  ) throws -> ShopVisitor {
    switch tie {
    case .stays: return visitor
    case .becomes(let person, let isProven):
      if let former = try returning(visitor, as: person, isProven) { return former }
      try scope.connection.send(
        """
        UPDATE shop_visitors SET person = $3, is_proven = $4 WHERE app = $1 AND number = $2
        """,
        [scope.tenant, .integer(visitor.number), .id(person), .bool(isProven)])
      if movesFacts { try moveFacts(of: visitor, to: person.identifier) }
    case .begins(let person, let isProven):
      try scope.connection.send(
        "UPDATE shop_visitors SET is_current = 0 WHERE app = $1 AND number = $2",
        [scope.tenant, .integer(visitor.number)])
      if let person, let former = try returning(visitor, as: person, isProven) { return former }
      return try make(
        visitor.digest, subject: newSubject(), person: person, isProven: isProven,
        install: visitor.install)
    }
    return try current(visitor.digest) ?? visitor
  }

  /// Makes a visitor's facts somebody else's, with what others are told of them.
  func moveFacts(of visitor: ShopVisitor, to subject: Identifier) throws {
    for work in [LongWork.moveFacts, .moveFeed, .moveDeliveries] {
      try Leftovers(scope).begin(work, on: visitor.subject, to: subject)
    }
  }

  /// Joins the visitor of a vendor's client to the install whose token the caller shows, as only
  /// our own client does, which has both ids. Once is enough: what a log-in or a log-out has made
  /// of the visitor since, stays; and nobody's visitor becomes another install's.
  /// - Throws: `DatabaseError`.
  func joined(_ visitor: ShopVisitor, toInstallOf proof: Proof) throws -> ShopVisitor {
    guard visitor.install == nil, proof.key == .publishable,
      let owner = try Tokens(scope).owner(proof)
    else { return visitor }
    let install = try Installs(scope).find(Tokens(scope).install(of: proof) ?? InstallID(owner))
    // Whom the visitor has named is who they are: whoever erases an install erases its visitors.
    guard let install, visitor.person == nil || visitor.person == install.person else {
      return visitor
    }
    return try join(visitor, to: install)
  }

  private func join(_ visitor: ShopVisitor, to install: Install) throws -> ShopVisitor {
    try scope.connection.send(
      "UPDATE shop_visitors SET install = $3 WHERE app = $1 AND number = $2",
      [scope.tenant, .integer(visitor.number), .id(install.id)])
    let joined = try current(visitor.digest) ?? visitor
    guard let person = install.person else { return joined }
    return try apply(
      VisitorTie.login(person, isProven: isProven(install), as: joined.standing), to: joined,
      movesFacts: true)
  }

  /// Makes what another visitor did this one's, because a client says that its id has changed;
  /// `false`, and nothing changes, when that one is somebody known, or nobody.
  /// - Throws: `DatabaseError`.
  func move(_ vendorID: String, into visitor: ShopVisitor) throws -> Bool {
    guard let old = try current(digest(of: .vendorID(vendorID))), old.number != visitor.number,
      VisitorTie.mayMove(old.standing)
    else { return false }
    try merge(old, into: visitor)
    return true
  }

  /// Makes the visitors of a person who is merged those of the survivor.
  /// - Throws: `DatabaseError`.
  func move(from old: PersonID, to new: PersonID) throws {
    try scope.connection.send(
      """
      UPDATE shop_visitors {by shop_visitors_by_person} SET person = $3
      WHERE app = $1 AND person = $2
      """,
      [scope.tenant, .id(old), .id(new)])
  }

  /// Notes that a session of a visitor has begun, as long as which they are kept. What is told late
  /// counts from now, as its facts do: they can be found as long as the visitor is there.
  func noteSession(of visitor: ShopVisitor) throws {
    guard scope.now > visitor.lastAt else { return }
    try scope.connection.send(
      "UPDATE shop_visitors SET last_at = $3 WHERE app = $1 AND number = $2",
      [scope.tenant, .integer(visitor.number), scope.time])
  }
}
