import BeckonBasics
import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET …/subscribers/‹id›`.
enum ReadSubscriber {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.list()
    return .read { scope in
      let subscriber = try call.subscriber(in: campaign, scope)
      return .subscriber(try subscriber.answer(call), .retrieved, call)
    }
  }
}

/// `PATCH …/subscribers/‹id›`: what the call says takes the place of what was known.
enum UpdateSubscriber {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let request = try SubscriberRequest(call, campaign)
    return .write { scope in
      let subscriber = try call.subscriber(in: campaign, scope)
      try subscriber.requireOwn()
      let person = subscriber.member.referral.person
      // What somebody is known by may only be changed by who shows that they are they.
      let isShown = try Tokens(scope).prove(call.proof, person)
      let outcome = try SignUp(
        scope,
        SignUp.Request(
          identities: isShown ? request.identities : [], installID: nil, campaign: nil,
          referrer: nil, click: nil,
          attributes: request.name.map { ["name": .string($0)] }, consent: nil, proof: call.proof,
          issuesToken: false, isSignUp: false, mayCreate: false, person: person,
          optIn: try request.optIn(call))
      ).run()
      let member = try Members(scope).note(
        request.details, of: subscriber.member, overwrites: true)
      try Members(scope).publish(
        .updated, of: member.referral, isByClient: call.proof.trust == .client)
      let changed = try Subscriber(member, in: campaign, call, scope)
      let told = try changed.grant(request.points)
      let conflicts = outcome.conflicts.map {
        "\($0.referralHeroName): is another person's, and was left out"
      }
      var ignored = request.referrer == nil ? [] : ["referrer: is set when somebody joins"]
      if !isShown, !request.identities.isEmpty {
        ignored.append("email, phone_number and other ids: need the member's token")
      }
      if try request.fields.text("conversion_value") != nil {
        ignored.append("conversion_value: counts where somebody joins or a conversion is tracked")
      }
      return .subscriber(
        try changed.answer(call, said: request), .updated, call,
        warnings: request.warnings + conflicts + ignored + told)
    }
  }
}

/// `DELETE …/subscribers/‹id›`: the member leaves the campaign. To erase a person is another call,
/// `DELETE /v1/people/‹id›`.
enum DeleteSubscriber {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.list()
    return .write { scope in
      let subscriber = try call.subscriber(in: campaign, scope)
      try subscriber.requireOwn()
      let answer = try subscriber.answer(call)
      try Members(scope).leave(subscriber.member)
      return .subscriber(answer, .deleted, call)
    }
  }
}

/// `POST …/subscribers/‹id›/confirm`: the third conversion event.
enum ConfirmSubscriber {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.list()
    return work(call, campaign) { try call.subscriber(in: campaign, $0) }
  }

  /// `POST …/subscribers/confirm`: of who is known by what the call says.
  static func prepareKnown(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let request = try SubscriberRequest(call, campaign)
    return work(call, campaign) { try call.namedSubscriber(request, in: campaign, $0) }
  }

  private static func work(
    _ call: Call, _ campaign: Campaign, _ find: @escaping @Sendable (Scope) throws -> Subscriber
  ) -> Work {
    .write { scope in
      let subscriber = try find(scope)
      let step = MemberStep.first(
        .confirm, goal: campaign.goal, subscriber.standing, namesReferrer: false)
      let isVouching = try subscriber.isVouching(step, 3)
      if !isVouching, case .refuse(let code, let message) = step {
        throw Problem(ReferralHeroFailure(code, message))
      }
      try subscriber.requireOwn()
      let referral = subscriber.member.referral
      let conversion = Conversion(
        step: 3, of: referral.person, in: campaign,
        clientID: "referralhero \(referral.id.text) step 3", trust: call.proof.trust)
      guard case .recorded = try Conversions(scope).record(conversion),
        let member = try Members(scope).find(referral.id)
      else {
        throw Problem(
          ReferralHeroFailure(.alreadyCompleted, "The custom event is already completed."))
      }
      let confirmed = try Subscriber(member, in: campaign, call, scope)
      try Conversions(scope).keep(.confirmed, of: conversion)
      return .subscriber(try confirmed.answer(call), .confirmed, call)
    }
  }
}

/// `POST …/subscribers/‹id›/click_capture`: the member shared their link. It is an event `share`,
/// on which rules may wait.
enum CaptureShare {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let request = try SubscriberRequest(call, campaign)
    guard let social = try request.fields.text("social", max: Limits.wordBytes) else {
      throw Problem(
        ReferralHeroFailure(.noName, "Send 'social', such as \"facebook\": where it was shared."))
    }
    return .write { scope in
      let subscriber = try call.subscriber(in: campaign, scope)
      try subscriber.requireOwn()
      let event = Event(
        id: call.ambient.identifier().text, name: "share",
        subject: .person(subscriber.member.referral.person), at: call.now,
        properties: ["social": .string(social), "campaign": .id(campaign.id)])
      var intake = EventIntake(
        scope,
        EventBatch(
          [event], for: call.app, trust: call.proof.trust, sentAt: nil, received: call.now))
      _ = try intake.store()
      return .subscriber(try subscriber.answer(call), .retrieved, call)
    }
  }
}
