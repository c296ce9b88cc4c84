import BeckonContract
import BeckonEngine
import BeckonModel

/// What the page of one message reads, what its forms do, and what it shows.
struct MessagePage {
  let request: DashboardRequest
  let message: JSON

  init(_ request: DashboardRequest) async throws {
    self.request = request
    message = try await request.ask(MessageRoute.read, try Self.id(request))
  }

  private static func id(_ request: DashboardRequest) throws -> String {
    try request.id(MessageID.self).text
  }

  static let resend = DashboardAction("resend", .edit, done: .messageQueued) { request in
    _ = try await request.ask(MessageRoute.resend, try id(request))
    return .done()
  }

  static let callOff = DashboardAction("call-off", .edit, done: .messageCalledOff) { request in
    _ = try await request.ask(MessageRoute.callOff, try id(request))
    return .done()
  }

  static let stopSending = DashboardAction("suppress", .edit, done: .recipientSuppressed) {
    request in
    let message = try await request.ask(MessageRoute.read, try id(request))
    _ = try await request.ask(
      MessageRoute.suppress, message["recipient"]?.string ?? "")
    return .done()
  }

  private var state: MessageState? { message["state"]?.string.flatMap { MessageState(word: $0) } }

  var html: HTML {
    HTML {
      request.opening(backTo: "messages", .backToMessages)
      Card.html(request.text(message["kind"]?.string, of: Words.messageKinds)) {
        facts
        if state == .uncertain { HTML(.p, .class("note")) { request.text(.uncertainHow) } }
        HTML(.div, .class("pager")) {
          if state == .failed || state == .uncertain {
            request.button(Self.resend, .sendOnceMore)
          }
          if state == .queued { request.button(Self.callOff, .callOffMessage) }
          request.button(Self.stopSending, .suppressRecipient, isDangerous: true)
        }
      }
    }
  }

  private var facts: HTML {
    func text(_ name: String) -> HTML { HTML(message[name]?.string ?? "–") }
    let link = message["link"]?.string
    return Pairs(
      [
        (request.text(.state), request.messageState(message)),
        (request.text(.recipient), HTML(request.recipient(of: message))),
        (request.text(.person), request.person(message["person"]?.string)),
        (request.text(.whatCameOfIt), HTML(Self.outcome(of: message, request))),
        (request.text(.attempts), HTML("\(message["attempts"]?.integer ?? 0)")),
        (request.text(.gateway), text("gateway")), (request.text(.sender), text("sender")),
        (request.text(.parts), HTML(message["parts"]?.integer.map { "\($0)" } ?? "–")),
        (
          request.text(.link),
          link.map { id in
            HTML(.a, .href(request.page("links", id))) { DashboardRequest.brief(id) }
          } ?? HTML("–")
        ),
        (request.text(.made), HTML.time(message["created_at"]?.string)),
        (request.text(.nextAttempt), HTML.time(message["next_attempt_at"]?.string)),
        (request.text(.settled), HTML.time(message["settled_at"]?.string)),
        (request.text(.followed), HTML.time(message["followed_at"]?.string)),
      ]
    ).html
  }

  /// Why it was not sent, what the gateway said, or how far it came. A gateway's own words may name
  /// the recipient, so who only looks gets its number alone.
  static func outcome(of message: JSON, _ request: DashboardRequest) -> String {
    if let reason = message["reason"]?.string {
      return request.text(reason, of: Words.messageReasons)
    }
    if message["followed_at"]?.string != nil { return request.text(.wasFollowed) }
    if let receipt = message["receipt"]?.string {
      return request.text(receipt, of: Words.receipts)
    }
    guard let answer = message["answer"] else { return "–" }
    let code = answer["code"]?.integer.map { "\($0)" }
    let said = request.seesPeople ? answer["text"]?.string : nil
    return [code, said].compactMap { $0 }.joined(separator: " ")
  }
}
