// swift-format-ignore-file: AlwaysUseLowerCamelCase

import BeckonModel

extension API_HELPER {
  /// Joins the campaign.
  /// - Throws: `RHError`.
  @discardableResult
  public func add(_ subscriber: RHSubscriber) async throws(RHError) -> RHMember {
    RHMember(try await session.answer(session.add(subscriber)))
  }

  /// The member who uses the app.
  /// - Throws: `RHError`.
  public func member() async throws(RHError) -> RHMember {
    RHMember(try await session.answer(session.read()))
  }

  /// Changes the member.
  /// - Throws: `RHError`.
  @discardableResult
  public func update(_ subscriber: RHSubscriber) async throws(RHError) -> RHMember {
    RHMember(try await session.answer(session.update(subscriber)))
  }

  /// Leaves the campaign.
  /// - Throws: `RHError`.
  public func leave() async throws(RHError) { _ = try await session.answer(session.delete()) }

  /// Says that the member has shared their link, and where.
  /// - Throws: `RHError`.
  public func share(on social: String) async throws(RHError) {
    _ = try await session.answer(session.share(social))
  }

  /// Whom the member has referred, newest first, masked; the first 50.
  /// - Throws: `RHError`.
  public func referrals() async throws(RHError) -> [RHMember] {
    RHMember.all(try await session.answer(session.referrals())["subscribers"])
  }

  /// The members with most referrals, masked; the first 10.
  /// - Throws: `RHError`.
  public func leaders() async throws(RHError) -> [RHMember] {
    RHMember.all(try await session.answer(session.leaders())["ranking"])
  }

  /// Says that somebody has reached the second conversion event.
  /// - Throws: `RHError`.
  @discardableResult
  public func track(_ referral: RHTrackReferral) async throws(RHError) -> RHMember {
    RHMember(try await session.answer(session.track(referral)))
  }

  /// Says that the member has reached the third.
  /// - Throws: `RHError`.
  @discardableResult
  public func confirm() async throws(RHError) -> RHMember {
    RHMember(try await session.answer(session.confirm()))
  }

  /// Says that somebody has reached the second, referred or not.
  /// - Throws: `RHError`.
  @discardableResult
  public func track(_ referral: RHOrganicReferral) async throws(RHError) -> RHMember {
    RHMember(try await session.answer(session.trackOrganic(referral)))
  }

  /// Joins the campaign only if referred.
  /// - Throws: `RHError`; `refused` with the code `referrer_invalid` for who was not.
  @discardableResult
  public func addPending(_ referral: RHReferral) async throws(RHError) -> RHMember {
    RHMember(try await session.answer(session.pending(referral)))
  }

  /// What the campaign has given the member, the last 50.
  /// - Throws: `RHError`.
  public func rewards() async throws(RHError) -> [RHReward] {
    let rows = try await session.answer(session.rewards())["rewards"]?.elements ?? []
    return rows.map(RHReward.init)
  }

  /// Who referred the holder of this device; `nil` when no click tells.
  /// - Throws: `RHError`.
  public func referrer() async throws(RHError) -> RHMember? {
    do throws(RHError) {
      return RHMember(try await session.answer(session.referrer(describesDevice: true)))
    } catch .refused(code: "referrer_invalid", message: _) {
      return nil
    }
  }
}
