import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

/// Lists, as SQLite plans them: each goes along an index in its own order, whatever is asked for.
struct FindingPlanTests {
  private static let place = ListPlace("1780000000000.00000000000000000000000001")
  private static let period = ListPeriod(
    from: Instant(milliseconds: 1_770_000_000_000), until: Instant(milliseconds: 1_780_000_000_000))

  /// Walks and sorts among the plans, each with the look-up before it. None is how a filter's own
  /// words are read, who a person is, which is looked up beside the lists, nor a person's own
  /// referrals, of which there is one for each campaign.
  private func faults(in plans: [String]) -> [String] {
    let lines = plans.filter { !$0.contains("json_each") && !$0.hasPrefix("LIST SUBQUERY") }
    return zip([""] + lines, lines).filter { before, plan in
      let isWalk = plan.hasPrefix("SCAN") && plan != "SCAN merged" && plan != "SCAN m"
      return isWalk || plan.contains("TEMP B-TREE") && !Self.isSmall(before)
    }.map { "\($0) | \($1)" }
  }

  private static func isSmall(_ lookUp: String) -> Bool {
    ["SCAN merged", "INDEX identities_by_person", "INDEX referrals_by_person"].contains {
      lookUp.contains($0)
    }
  }

  @Test func aListGoesAlongAnIndexWhateverIsAskedFor() async throws {
    let plans = try await QueryPlans.of { scope in
      let person = Person(
        id: scope.ambient.id(), attributes: [:], serverAttributes: nil, consent: nil,
        signedUpAt: scope.now, signUpReceivedAt: scope.now, createdAt: scope.now, mergedInto: nil,
        vendor: nil, erasedAt: nil)
      try Self.introduce(person.id, scope)
      for period in [ListPeriod(), Self.period] {
        for place in [nil, Self.place] {
          _ = try FoundPeople(scope).page(in: period, behind: place, limit: 5)
          try Self.products(scope, period, place)
          try Self.installs(scope, person.id, period, place)
          try Self.facts(scope, person, period, place)
          try Self.clicks(scope, person.id, period, place)
          try Self.links(scope, person.id, place)
          try Self.messages(scope, person, period, place)
          try Self.reminders(scope, person, period, place)
          try Self.transfers(scope, person.id, period, place)
          try Self.referrals(scope, person.id, period, place)
        }
      }
    }
    #expect(plans.count > 150)
    #expect(faults(in: plans) == [])
  }

  /// A user id, an install and a link, so that there is something to go along.
  private static func introduce(_ person: PersonID, _ scope: Scope) throws {
    let app = DatabaseValue.integer(scope.app.number)
    let id = DatabaseValue.id(person)
    _ = try scope.connection.run(
      """
      INSERT INTO identities (app, kind, value, person, confirmed_at)
      VALUES ($1, 'user_id', 'ana', $2, 1)
      """, [app, id])
    _ = try scope.connection.run(
      """
      INSERT INTO installs (app, id, client, person, device, network, created_at)
      VALUES ($1, $2, $2, $2, '{}', $2, 1)
      """, [app, id])
    _ = try scope.connection.run(
      """
      INSERT INTO links (app, id, prefix, code, url, referrer, options, created_at)
      VALUES ($1, $2, '', 'x', 'https://shop.example', $2, '{}', 1)
      """, [app, id])
  }

  private static func installs(
    _ scope: Scope, _ person: PersonID, _ period: ListPeriod, _ place: ListPlace?
  ) throws {
    for (isOwn, link) in [(false, nil), (true, nil), (false, LinkID(person.identifier))] {
      var filter = FoundInstalls.Filter()
      filter.person = isOwn ? person : nil
      filter.link = link
      filter.period = period
      _ = try FoundInstalls(scope).page(filter, behind: place, limit: 5)
      filter.campaign = CampaignID(person.identifier)
      filter.platform = .ios
      _ = try FoundInstalls(scope).page(filter, behind: place, limit: 5)
      filter.name = "phone"
      _ = try FoundInstalls(scope).page(filter, behind: place, limit: 5)
    }
  }

  private static func reminders(
    _ scope: Scope, _ person: Person, _ period: ListPeriod, _ place: ListPlace?
  ) throws {
    for isOwn in [false, true] {
      var filter = FoundReminderDecisions.Filter()
      filter.person = isOwn ? person : nil
      filter.period = period
      let (found, reminder) = (FoundReminderDecisions(scope), ReminderID(person.id.identifier))
      _ = try found.page(of: reminder, filter, behind: place, limit: 5)
      (filter.state, filter.reason) = (.withheld, .noConsent)
      _ = try found.page(of: reminder, filter, behind: place, limit: 5)
    }
  }

  private static func facts(
    _ scope: Scope, _ person: Person, _ period: ListPeriod, _ place: ListPlace?
  ) throws {
    for isOwn in [false, true] {
      var events = FoundEvents.Filter()
      events.person = isOwn ? person : nil
      events.period = period
      _ = try FoundEvents(scope).page(events, behind: place, limit: 5)
      events.name = "buy"
      _ = try FoundEvents(scope).page(events, behind: place, limit: 5)
      var web = FoundWebEvents.Filter()
      web.person = isOwn ? person : nil
      web.period = period
      _ = try FoundWebEvents(scope).page(web, behind: place, limit: 5)
      web.source = "google"
      web.campaign = "spring"
      _ = try FoundWebEvents(scope).page(web, behind: place, limit: 5)
      var payments = FoundPayments.Filter()
      payments.person = isOwn ? person : nil
      payments.period = period
      _ = try FoundPayments(scope).page(payments, behind: place, limit: 5)
      payments.campaign = CampaignID(person.id.identifier)
      payments.install = InstallID(person.id.identifier)
      _ = try FoundPayments(scope).page(payments, behind: place, limit: 5)
    }
  }

  private static func products(
    _ scope: Scope, _ period: ListPeriod, _ place: ListPlace?
  ) throws {
    var filter = FoundProducts.Filter()
    filter.period = period
    _ = try FoundProducts(scope).page(filter, behind: place, limit: 5)
    filter.category = CategoryPath("Men > Shoes")
    filter.brand = "Acme"
    filter.isInStock = true
    filter.isHidden = false
    _ = try FoundProducts(scope).page(filter, behind: place, limit: 5)
    for currency in [nil, Currency("EUR")] {
      _ = try FoundProducts(scope).prices(of: "shoe", in: currency, behind: place, limit: 5)
    }
    let products = Products(scope)
    _ = try products.load(["shoe"])
    _ = try products.page(behind: Products.key(of: "shoe"), limit: 5)
    _ = try products.drops(since: scope.now, limit: 5)
    _ = try ProductFeed(scope).hideAbsent(from: Products.key(of: "feed"))
  }

  private static func clicks(
    _ scope: Scope, _ person: PersonID, _ period: ListPeriod, _ place: ListPlace?
  ) throws {
    for (isOwn, link) in [(false, nil), (true, nil), (false, LinkID(person.identifier))] {
      var filter = FoundClicks.Filter()
      filter.person = isOwn ? person : nil
      filter.link = link
      filter.period = period
      _ = try FoundClicks(scope).page(filter, behind: place, limit: 5)
      filter.kind = .robot
      filter.campaign = CampaignID(person.identifier)
      _ = try FoundClicks(scope).page(filter, behind: place, limit: 5)
    }
  }

  private static func messages(
    _ scope: Scope, _ person: Person, _ period: ListPeriod, _ place: ListPlace?
  ) throws {
    for isOwn in [false, true] {
      for email in [nil, Identity(kind: .email, value: "ana@example.com")] {
        var filter = FoundMessages.Filter()
        filter.person = isOwn ? person : nil
        filter.email = email
        filter.period = period
        _ = try FoundMessages(scope).page(filter, behind: place, limit: 5)
        filter.state = .failed
        filter.kind = .verifyEmail
        _ = try FoundMessages(scope).page(filter, behind: place, limit: 5)
      }
    }
  }

  private static func links(_ scope: Scope, _ person: PersonID, _ place: ListPlace?) throws {
    for isOwn in [false, true] {
      for prefix in [nil, "go.shop.example"] {
        var filter = FoundLinks.Filter()
        filter.person = isOwn ? person : nil
        filter.prefix = prefix
        _ = try FoundLinks(scope).page(filter, behind: place, limit: 5) { _ in .null }
        _ = try FoundLinks(scope).find(code: "x", filter) { _ in .null }
      }
    }
  }

  private static func transfers(
    _ scope: Scope, _ person: PersonID, _ period: ListPeriod, _ place: ListPlace?
  ) throws {
    for isOwn in [false, true] {
      for isOfCampaign in [false, true] {
        for states in [Set(TransferState.allCases), [.inReview], [.pending, .inReview], [.voided]] {
          var filter = FoundTransfers.Filter()
          filter.person = isOwn ? person : nil
          filter.campaign = isOfCampaign ? CampaignID(person.identifier) : nil
          filter.states = states
          filter.period = period
          _ = try FoundTransfers(scope).page(filter, behind: place, limit: 5)
        }
      }
    }
  }

  private static func referrals(
    _ scope: Scope, _ person: PersonID, _ period: ListPeriod, _ place: ListPlace?
  ) throws {
    for (isOwn, isReferrers) in [(false, false), (true, false), (false, true), (true, true)] {
      for isOfCampaign in [false, true] {
        var filter = FoundReferrals.Filter()
        filter.person = isOwn ? person : nil
        filter.referrer = isReferrers ? person : nil
        filter.campaign = isOfCampaign ? CampaignID(person.identifier) : nil
        filter.period = period
        _ = try FoundReferrals(scope).page(filter, behind: place, limit: 5)
        filter.state = .confirmed
        _ = try FoundReferrals(scope).page(filter, behind: place, limit: 5)
      }
    }
  }
}
