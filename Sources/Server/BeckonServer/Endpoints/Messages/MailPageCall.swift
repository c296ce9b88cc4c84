import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// A visit of a page to which a mail's link leads: whose app it is, and the link's token.
struct MailPageCall: Sendable {
  let call: OpenCall
  let app: AppContext
  let token: String
  let language: Language

  /// `nil` when there is no such app.
  init?(_ call: OpenCall) async throws {
    guard let id = call.parameters.first.flatMap({ AppID($0) }), call.parameters.count == 2,
      call.parameters[1].utf8.count <= Limits.clientIDBytes,
      let number = try await call.database.read({ try Accounts($0).number(of: id) }),
      let app = try await call.services[AppDirectory.self].app(number)
    else { return nil }
    self.call = call
    self.app = app
    token = call.parameters[1]
    language = Self.language(call)
  }

  static func language(_ call: OpenCall) -> Language {
    Language(acceptLanguage: call.request.headers["Accept-Language"])
  }

  /// A page that says one thing, such as that the link was used.
  static func notice(
    _ wording: MailWording, in language: Language, app: String = "", address: String = "",
    status: Int
  ) -> Reply {
    let text = wording.text(in: language, app: app, address: address)
    let page = HTMLPage(language, title: text, style: .formStyle) {
    } body: {
      HTML(.h1) { text }
    }
    return .page(page, status: status)
  }

  /// What an unknown link, and one that was used, leads to.
  static func used(_ call: OpenCall) -> Reply {
    notice(.linkIsUsed, in: language(call), status: 410)
  }

  /// Takes a visit from the bounds of its address; the answer when there have been too many.
  static func refusal(_ call: OpenCall) -> Reply? {
    do {
      try call.services[CallLimits.self].take("mail page", from: call.address)
      return nil
    } catch {
      return notice(.tryLater, in: language(call), status: 429)
    }
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Scope) throws -> Value
  ) async throws -> Value {
    try await call.database.read { try body(scope($0)) }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Scope) throws -> Value
  ) async throws -> Value {
    try await call.database.write { try body(scope($0)) }
  }

  private func scope(_ connection: any Connection) -> Scope {
    Scope(connection: connection, app: app, now: call.ambient.now(), ambient: call.ambient)
  }
}
