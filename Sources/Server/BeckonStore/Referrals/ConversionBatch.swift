import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Conversions that are recorded together, because a campaign that runs well has many at a time,
/// and each by itself takes a dozen statements.
///
/// Those that only move a referral on and pay rules without bounds go through each table at once.
/// All others, and those that touch the same person or id as an earlier one, are recorded one after
/// the other behind them, as `Conversions` does it. It makes no difference to the outcome.
public struct ConversionBatch {
  /// Tells what is answered to a conversion, by its place, so that it is kept under its id.
  public typealias Reply = (Int, Conversions.Outcome) throws -> (status: Int, body: String)

  private let items: [(scope: Scope, conversion: Conversion)]
  private let connection: any Connection

  /// Prepares conversions, each in its scope; all scopes must be of this one transaction.
  public init(
    _ items: [(scope: Scope, conversion: Conversion)], in connection: any Connection
  ) {
    self.items = items
    self.connection = connection
  }

  /// Records the conversions. `reply` is called once for each.
  /// - Throws: `Ledger.NotTogether`, `DatabaseError`, or what `reply` throws; then the transaction
  /// must be rolled back, and the conversions recorded one by one.
  public func record(_ reply: Reply) throws {
    let plain = try claim(try plain())
    try store(plain)
    var kept: [[DatabaseValue]] = []
    for move in plain {
      let answer = try reply(move.place, .recorded(move.referral, paid: move.paid))
      let (scope, conversion) = items[move.place]
      kept.append(
        Facts.outcome(
          conversion.fingerprint, status: answer.status, body: answer.body, of: conversion.fact,
          scope))
    }
    try connection.insert(kept, by: Facts.outcomes)
    let places = Set(plain.map(\.place))
    for place in items.indices where !places.contains(place) { try recordAlone(place, reply) }
  }

  private func recordAlone(_ place: Int, _ reply: Reply) throws {
    let (scope, conversion) = items[place]
    let conversions = Conversions(scope)
    let outcome = try conversions.record(conversion)
    let answer = try reply(place, outcome)
    switch outcome {
    case .early, .recorded:
      try conversions.keep(status: answer.status, body: answer.body, of: conversion)
    case .answered, .conflict, .unknown: break
    }
  }

  // MARK: What can go together

  /// Looks for everybody at once; of conversions that share a person or an id only for the first.
  private func plain() throws -> [PlainConversion] {
    var people: Set<PersonID> = []
    var facts: Set<FactID> = []
    var places: [PersonID: Int] = [:]
    for (place, item) in items.enumerated() {
      let isFirst = people.insert(item.conversion.person).inserted
      if facts.insert(item.conversion.fact).inserted, isFirst {
        places[item.conversion.person] = place
      }
    }
    let rows = places.values.sorted().map { place in
      ConversionStanding.parameters(
        of: items[place].conversion, by: items[place].conversion.person, in: items[place].scope)
    }
    let standings = try connection.rows(
      ConversionStanding.statement, for: rows, ConversionStanding.read)
    let plain = standings.compactMap { standing in
      places[standing.referral.person].flatMap { place in
        PlainConversion(items[place].conversion, items[place].scope, standing, at: place)
      }
    }
    return plain.sorted { $0.place < $1.place }
  }

  /// Those whose ids are new. For all others something else is to be done.
  private func claim(_ plain: [PlainConversion]) throws -> [PlainConversion] {
    let new = try connection.insertNew(
      plain.map { Facts.identifier($0.fact.id, $0.fact.trust, items[$0.place].scope) },
      by: Facts.identifiers)
    return zip(plain, new).filter(\.1).map(\.0)
  }

  // MARK: What is stored

  private func store(_ plain: [PlainConversion]) throws {
    try connection.insert(
      plain.map { Facts.row($0.fact, items[$0.place].scope) }, by: Facts.rows)
    try connection.insert(
      plain.map { move in
        let (scope, conversion) = items[move.place]
        return ReferralLoop.row(
          of: conversion.step, of: move.referral.id, by: conversion.fact, conversion.trust, scope)
      }, by: ReferralLoop.steps)
    try connection.send(
      Referrals.newStates,
      for: plain.map { move in
        let scope = items[move.place].scope
        return [
          scope.tenant, .id(move.referral.id), .text(move.referral.state.rawValue), scope.time,
        ]
      })
    let counted = plain.compactMap { plain in
      plain.move.map { (items[plain.place].scope, $0) }
    }
    try ReferralCounts.count(counted, in: connection)
    try Ledger.pay(
      plain.flatMap { plain in plain.paid.map { (items[plain.place].scope, $0) } },
      in: connection)
    try connection.insert(plain.flatMap(feedRows), by: Feed.rows)
  }

  /// What the feed holds of one: that it happened, since nobody wants to know more.
  private func feedRows(_ plain: PlainConversion) -> [[DatabaseValue]] {
    let (scope, conversion) = items[plain.place]
    let feed = Feed(scope)
    let reached = feed.row(
      .conversion, conversion.fact.identifier, about: plain.referral.person.identifier,
      isByClient: conversion.trust == .client
    ) { [:] }
    let paid = plain.paid.filter { $0.state != .voided }.map { $0.feedRow(feed) }
    return ([reached] + paid).compactMap { row in
      row.map { Feed.row(of: $0, app: scope.app.number, at: scope.now) }
    }
  }
}
