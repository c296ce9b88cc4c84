import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// How people are invited: budgets first, then number by number, all in one transaction.
extension Invites {
  /// Short codes may be taken; so many are tried.
  private static let triesMax = 8
  /// Of whom a budget is that is told when it is used up. What is used up of a block is told to
  /// nobody: whoever fills one would look for the next.
  private static let toldScopes: [InviteBudget.Scope] = [
    .inviter, .address, .install, .unnamed, .country, .app,
  ]
  /// What a number costs to which no text message goes: room in the database.
  private static let inviterScopes: [InviteBudget.Scope] = [.inviter, .address, .install, .unnamed]
  private static let blockScopes: [InviteBudget.Scope] = [.narrowBlock, .wideBlock]

  /// A code as long as each, where a link is only measured.
  private static let anyCode = String(repeating: "x", count: Code.shortLength)

  /// Invites people. Numbers to which nothing is to go have messages too, which are withheld, and
  /// cost as much of the budgets: so who invites cannot tell which they are.
  /// - Throws: `DatabaseError`.
  public func make(_ new: NewInvite, _ settings: TextSettings) throws -> InviteOutcome {
    if let parts = partsBeyond(new) { return .tooLong(parts: parts) }
    let blocks = InviteBlocks(scope)
    var spending = InviteSpending(
      scope, settings, blocks, isProven: try !new.isByClient || isProven(new.inviter))
    var decisions: [(decision: InviteDecision, stopped: String?)] = []
    for recipient in new.recipients {
      let owners = InviteSpending.Owners(new.inviter, recipient.number)
      if let used = try spending.spend(Self.toldScopes, of: owners) {
        return .used(used.scope, until: used.until)
      }
      decisions.append(try decide(recipient, owners, &spending, blocks, settings))
    }
    for _ in new.unreachable {
      let owners = InviteSpending.Owners(new.inviter)
      if let used = try spending.spend(Self.inviterScopes, of: owners) {
        return .used(used.scope, until: used.until)
      }
    }
    try spending.store()
    let invite = Invite(
      id: InviteID(Identifier(high: scope.ambient.random(), low: scope.ambient.random())),
      person: new.inviter.person, text: new.text, campaign: new.campaign, sender: new.sender.text,
      createdAt: scope.now)
    try insert(invite)
    try MessageTexts(scope).noteUse(of: new.text)
    var addresses: [InviteAddresses.New] = []
    for (place, recipient) in new.recipients.enumerated() {
      let message = try write(recipient, at: place, of: invite, new, decisions[place].decision)
      let number = Identity(kind: .phone, value: recipient.number.e164)
      addresses += recipient.addresses.map {
        InviteAddresses.New(address: $0, message: message, recipient: number)
      }
    }
    addresses += new.unreachable.map {
      InviteAddresses.New(address: $0, message: scope.newID(), recipient: nil)
    }
    try InviteAddresses(scope).note(addresses, of: invite.id)
    return .made(
      invite, try messages(of: invite.id), stopped: decisions.compactMap(\.stopped))
  }

  /// Spends what a text costs that a client writes which does not say who invites: as much as an
  /// invitation of its.
  /// - Returns: `nil`, or whose budget is used up, and when there is room again.
  /// - Throws: `DatabaseError`.
  public func spend(
    of inviter: Inviter, _ settings: TextSettings
  ) throws -> (scope: InviteBudget.Scope, until: Instant?)? {
    var spending = InviteSpending(scope, settings, InviteBlocks(scope), isProven: false)
    let used = try spending.spend(Self.inviterScopes, of: InviteSpending.Owners(inviter))
    if used == nil { try spending.store() }
    return used
  }

  private func insert(_ invite: Invite) throws {
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(invite.id), "person": .id(invite.person),
      "text": .id(invite.text), "campaign": .id(invite.campaign), "sender": .text(invite.sender),
      "created_at": scope.time,
    ]
    try scope.connection.run("INSERT INTO invites \(row: row)")
  }

  /// Whether somebody signed up whom this person brought, and that was confirmed: who makes up
  /// people to use up what others need has not.
  private func isProven(_ inviter: Inviter) throws -> Bool {
    guard let person = inviter.person else { return false }
    let counts = try scope.connection.rows(
      """
      SELECT confirmed FROM referral_counts
      WHERE app = \(scope.tenant) AND person = \(.id(person)) AND confirmed > 0 LIMIT 1
      """
    ) { $0.integer(0) }
    return !counts.isEmpty
  }

  // MARK: Deciding

  private func decide(
    _ recipient: NewInvite.Recipient, _ owners: InviteSpending.Owners,
    _ spending: inout InviteSpending, _ blocks: InviteBlocks, _ settings: TextSettings
  ) throws -> (decision: InviteDecision, stopped: String?) {
    let number = Identity(kind: .phone, value: recipient.number.e164)
    let stop = try blocks.stop(for: number.value)
    var standing = InviteDecision.Standing()
    standing.isSuppressed = try Suppressions(scope).find(number) != nil
    standing.isOutsideTrial = recipient.isOutsideTrial
    standing.invitedAt = try invitedAt(number)
    standing.isStopped = stop != nil
    standing.isOverBudget = try spending.spend(Self.blockScopes, of: owners) != nil
    let decision = InviteDecision(
      standing, allowsResending: settings.allowsResending, now: scope.now)
    return (decision, stop.flatMap { $0.isNew ? $0.prefix : nil })
  }

  /// When a number was invited last, by whomever; a message that failed, or was given up before it
  /// was sent, does not count.
  private func invitedAt(_ number: Identity) throws -> Instant? {
    try scope.connection.first(
      """
      SELECT invited_numbers.at FROM invited_numbers
      LEFT JOIN messages ON messages.app = invited_numbers.app
        AND messages.id = invited_numbers.message
      WHERE invited_numbers.app = \(scope.tenant)
        AND invited_numbers.recipient_key = \(.identifier(scope.app.digest(of: number)))
        AND COALESCE(messages.state, '') NOT IN ('failed', 'suppressed')
      """
    ) { $0.instant(0) }
  }

  /// In how many messages a text would go out, when these are too many. It is the same for each
  /// recipient but for their name; all links are as long.
  private func partsBeyond(_ new: NewInvite) -> Int? {
    let url = new.surroundings.shortURL(link(new, LinkID(new.text.identifier), Self.anyCode))
    let counts = new.recipients.map { recipient in
      SMSParts(new.template.filled(link: url, words: words(new, recipient))).count
    }
    return counts.max().flatMap { $0 > new.partsMax ? $0 : nil }
  }

  // MARK: Writing

  private func words(_ new: NewInvite, _ recipient: NewInvite.Recipient) -> TemplateWords {
    TemplateWords(
      sender: new.senderName ?? "", receiver: recipient.name ?? "", custom: new.note ?? "",
      listed: recipient.words)
  }

  private func link(_ new: NewInvite, _ id: LinkID, _ code: String) -> Link {
    Link(
      id: id, app: scope.app.number, prefix: Links(scope).defaultPrefix, code: code,
      url: new.surroundings.target, campaign: new.campaign, referrer: new.inviter.person,
      options: LinkOptions(json: .object([])), createdAt: scope.now)
  }

  /// A link of its own for a message.
  private func makeLink(_ new: NewInvite, in message: MessageID) throws -> Link {
    for _ in 0..<Self.triesMax {
      let link = link(new, scope.newID(), Code.short(random: scope.ambient.random()))
      if try Links(scope).insert(link, in: message) { return link }
    }
    throw DatabaseError.corrupt("no short code is free")
  }

  private func write(
    _ recipient: NewInvite.Recipient, at place: Int, of invite: Invite, _ new: NewInvite,
    _ decision: InviteDecision
  ) throws -> MessageID {
    let id: MessageID = scope.newID()
    let number = Identity(kind: .phone, value: recipient.number.e164)
    var (link, withheld): (Link?, String?)
    if case .withhold(let reason) = decision {
      withheld = reason.rawValue
    } else {
      link = try makeLink(new, in: id)
      try note(id, to: number)
    }
    // Of what is withheld only the number of parts is told, which every link makes the same.
    let url = new.surroundings.shortURL(
      link ?? self.link(new, LinkID(id.identifier), Self.anyCode))
    let body = new.template.filled(link: url, words: words(new, recipient))
    try Messages(scope).write(
      NewTextMessage(
        id: id, invite: invite.id, place: place, person: new.inviter.person, campaign: new.campaign,
        recipient: number, country: recipient.number.region, sender: new.sender.text,
        body: withheld == nil ? body : nil, parts: SMSParts(body).count, link: link?.id,
        withheld: withheld,
        due: new.surroundings.nextAwake(recipient.number.region, scope.now)))
    return id
  }

  /// Notes that a number was invited, for all others who may.
  private func note(_ message: MessageID, to number: Identity) throws {
    try scope.connection.send(
      """
      INSERT INTO invited_numbers (app, recipient_key, message, at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (app, recipient_key) DO UPDATE SET message = excluded.message, at = excluded.at
      """,
      [scope.tenant, .identifier(scope.app.digest(of: number)), .id(message), scope.time])
    try InviteBlocks(scope).noteSent(to: number.value)
  }
}
