import BeckonModel
import BeckonServer
import BeckonStore

/// What happens in a slot, one after the other, but for clicks: the calls of an app, and what is
/// remembered of their answers.
struct FillPhase: Sendable {
  let kind: FilledKind
  /// The calls for so many facts of the kind, drawn by the app's chance.
  let calls: @Sendable (FilledApp, Int, Instant) -> [FillCall]
  /// Takes the answers, in the calls' order.
  var take: @Sendable (FilledApp, [JSON]) throws -> Void = { _, _ in }

  /// In their order within a slot.
  static let all = [installs, signUps, conversions, payments, events, shopVisits, texts]

  static let payments = FillPhase(kind: .payments) { app, count, _ in
    (0..<count).map { _ in
      var body: [JSON.Member] = [
        JSON.Member("id", .string("order-\(app.number(of: .payments))")),
        JSON.Member("amount", .string("\(Int.random(in: 2...79, using: &app.chance)).90")),
        JSON.Member("currency", "EUR"),
        JSON.Member("type", .string(app.chance.pick(["ONE_TIME", "SUBSCRIPTION_RENEWED"]))),
      ]
      if let member = app.anyMember() {
        body.append(JSON.Member("user_id", .string(member.userID)))
      }
      return FillCall(path: "/v1/payments", key: app.secretKey, body: .object(body))
    }
  }

  static let conversions = FillPhase(
    kind: .conversions,
    calls: { app, count, _ in
      (0..<min(count, app.waitingMembers.count)).map { _ in
        // Half of them soon, the others after a while.
        let place = app.chance.happens(500) ? app.waitingMembers.count - 1 : 0
        let member = app.waitingMembers.remove(at: place)
        return FillCall(
          path: "/v1/campaigns/\(app.campaigns[0])/conversions", key: app.secretKey,
          body: [
            "person": .string(member.person), "step": 2,
            "id": .string("reached-\(member.userID)"),
          ])
      }
    })

  static let texts = FillPhase(
    kind: .texts,
    calls: { app, count, _ in
      (0..<count).compactMap { _ in
        guard let member = app.anyMember() else { return nil }
        let block = app.chance.pick(["151", "152", "157", "159", "160", "170", "175", "176"])
        let digits = Int.random(in: 1_000_000...9_999_999, using: &app.chance)
        let number = "+49\(block)\(block.hasPrefix("15") ? "2" : "")\(digits)"
        return FillCall(
          path: "/v1/invites", key: app.secretKey,
          body: ["person": .string(member.person), "recipients": [.string(number)]])
      }
    },
    take: { app, answers in
      for answer in answers {
        guard let text = answer["recipients"]?[0]?["message"]?.string.flatMap({ MessageID($0) })
        else {
          throw Failure("a text message was not taken: \(answer.text)", "beckon doctor")
        }
        app.texts.append(text)
      }
    })

  /// What the gateway says of texts that went out.
  static func receipts(_ app: FilledApp, _ count: Int) -> [FillCall] {
    let urls = ReceiptURL(key: app.context.pepper)
    let told = app.texts.prefix(count)
    app.texts.removeFirst(told.count)
    return told.map { message in
      let arrived = app.chance.happens(920)
      let path = urls.path(of: message, app: app.id, kind: "kannel")
      return FillCall(path: path + "?type=" + (arrived ? "1" : "2"), key: "")
    }
  }
}
