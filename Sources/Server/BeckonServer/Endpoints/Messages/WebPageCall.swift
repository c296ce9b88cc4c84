import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// A visit of a page for people under `/web/‹page›/{app}/{token}`: whose app it is, and what the
/// path ends with.
struct WebPageCall: Sendable {
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
  static func notice(_ text: String, in language: Language, status: Int) -> Reply {
    let page = HTMLPage(language, title: text, style: .formStyle) {
    } body: {
      HTML(.h1) { text }
    }
    return .page(page, status: status)
  }

  /// Takes a visit from the bounds of its address: whether there have been too many.
  /// - Parameter name: what is bounded.
  static func isTooMany(_ call: OpenCall, _ name: String) -> Bool {
    do {
      try call.services[CallLimits.self].take(name, from: call.address)
      return false
    } catch {
      return true
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

// Pages to which a mail's link leads.
extension WebPageCall {
  static func notice(
    _ wording: MailWording, in language: Language, app: String = "", address: String = "",
    status: Int
  ) -> Reply {
    notice(wording.text(in: language, app: app, address: address), in: language, status: status)
  }

  /// What an unknown link, and one that was used, leads to.
  static func used(_ call: OpenCall) -> Reply {
    notice(.linkIsUsed, in: language(call), status: 410)
  }

  /// Takes a visit from the bounds of its address; the answer when there have been too many.
  static func refusal(_ call: OpenCall) -> Reply? {
    isTooMany(call, "mail page") ? notice(.tryLater, in: language(call), status: 429) : nil
  }
}
