import BeckonContract
import BeckonContractSegmentify
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `POST /native/subscription/push` and `/native/interaction/notification`: what becomes of
/// notifications. This server sends none itself; what is told here becomes events of the visitor,
/// by which a webhook learns where and about what to send.
enum AddPushNotification {
  static func prepare(_ call: Call) throws -> Work {
    let id = try SegmentifyEventIDs(call).id(0, 0)
    let report: ShopReport
    do throws(Segmentify.Failure) {
      report = try read(call, id: id)
    } catch {
      return .answer(.segmentify(Segmentify.Answer(error, at: call.now)))
    }
    return SegmentifyStoring.work(call, logsIn: false) { _, storing in
      let notes = try storing.store([report], at: 0)
      let failed = notes.first { $0.statusCode != .success }
      var answer = Segmentify.Answer(
        [], failed?.statusCode ?? .success, message: failed?.message, at: call.now)
      answer.notes = notes
      let told = answer
      return ReadingReply(unread: .segmentify(told))
    }
  }

  private static func read(
    _ call: Call, id: String
  ) throws(Segmentify.Failure) -> ShopReport {
    guard let body = call.body else {
      let isEmpty = call.request.body.isEmpty
      throw Segmentify.Failure(
        isEmpty ? .noEvent : .badInput, "Send a JSON object with 'type' and 'userId'.")
    }
    let told = try Segmentify.PushNotification(json: body)
    do throws(FieldError) {
      return try ShopReport(id: id, told.event(), of: told.visitor, at: told.at)
    } catch {
      throw Segmentify.Failure(error)
    }
  }
}

extension Segmentify.PushNotification {
  /// Whose it is. A device that names no visitor is one by its token.
  fileprivate var visitor: VisitorName { .vendorID(userID ?? "push " + (deviceToken ?? "")) }

  /// What happened.
  /// - Throws: `FieldError`.
  package func event() throws(FieldError) -> ShopEvent {
    switch kind {
    case .view: .notification(try interaction(.view))
    case .click: .notification(try interaction(.click))
    case .permission: .pushed(subscription(.permission))
    case .subscribe: .pushed(subscription(.subscribed))
    case .unsubscribe: .pushed(subscription(.unsubscribed))
    }
  }

  private func interaction(
    _ kind: NotificationAct
  ) throws(FieldError) -> BeckonEngine.Interaction<NotificationAct> {
    guard let instanceID else { throw FieldError("instanceId", "is missing: which campaign?") }
    return try BeckonEngine.Interaction(kind, instance: instanceID, interaction: interactionID)
  }

  private func subscription(_ step: PushSubscription.Step) -> PushSubscription {
    var push = PushSubscription(step)
    (push.token, push.provider, push.topic) = (deviceToken, provider?.rawValue, topic)
    (push.system, push.systemVersion) = (system, systemVersion)
    push.params = params.isEmpty ? nil : .object(params)
    return push
  }
}
