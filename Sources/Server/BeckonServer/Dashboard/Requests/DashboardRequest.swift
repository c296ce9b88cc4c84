import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// A page that an operator asks for, or a form that they send: who they are, what they ask, and the
/// ways to what a page may read and change.
struct DashboardRequest: Sendable {
  let call: OpenCall
  let surroundings: DashboardSurroundings
  let session: OperatorSession
  /// What the session's forms must bring along.
  let formToken: String
  /// The app of the page, if it is one's.
  private(set) var app: AppContext?
  /// All apps that the operator sees, oldest first.
  let apps: [(id: AppID, name: String)]
  /// The page's own path, without what follows.
  let segments: [String]
  /// What stands in the path behind the page's name, such as an id.
  let rest: [String]
  let language: Language
  /// What the form says; nothing of a page that is only looked at.
  var form = QueryText("")
  /// Why the form was not taken, when its page is shown again.
  var fault: FormFault?
  /// The questions that are not asked, because they were not understood; `nil` for all.
  private(set) var unasked: [String]? = []

  /// Who asks.
  var holder: Operator { session.holder }

  var figures: Figures { Figures(language: language) }
  var now: Instant { call.ambient.now() }

  func text(_ words: Words, _ values: KeyValuePairs<String, String> = [:]) -> String {
    words.text(in: language, values)
  }

  // MARK: What is asked for

  /// A query parameter; `nil` when it is absent or empty, as forms send what was not filled in.
  func query(_ name: String) -> String? {
    unasked?.contains(name) == false ? written(name) : nil
  }

  /// What was written into a field of a filter, whether it was understood or not.
  func written(_ name: String) -> String? {
    call.request.query.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// The same request without the question that was not understood; without any, when it is not
  /// known which.
  func without(_ name: String?) -> DashboardRequest {
    var request = self
    request.unasked = name.map { (unasked ?? []) + [$0] }
    return request
  }

  /// A field of the form; `nil` when it is absent or empty.
  func field(_ name: String) -> String? {
    form.value(of: name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// All values of a field that may come several times.
  func fields(_ name: String) -> [String] {
    form.parameters.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
  }

  /// The one segment behind the page's name, as an id.
  /// - Throws: `DashboardRefusal`.
  func id<Kind>(_: ID<Kind>.Type = ID<Kind>.self) throws -> ID<Kind> {
    guard rest.count == 1, let id = ID<Kind>(rest[0]) else { throw DashboardRefusal.noSuchPage }
    return id
  }

  // MARK: Where things are

  /// This page, with other questions.
  func path(_ query: KeyValuePairs<String, String?> = [:]) -> LocalPath {
    LocalPath(
      segments + rest, query: query.compactMap { pair in pair.value.map { (pair.key, $0) } })
  }

  /// This page with the questions that it was asked, one of them otherwise.
  func path(with name: String, _ value: String?) -> LocalPath {
    let kept = call.request.query.filter { $0.name != name && $0.name != "done" }
    return LocalPath(segments + rest, query: kept + (value.map { [(name, $0)] } ?? []))
  }

  /// Another page of the same app.
  func page(
    _ name: String, _ rest: String..., query: KeyValuePairs<String, String> = [:]
  ) -> LocalPath {
    let app = app.map { [$0.id.text] } ?? []
    return LocalPath(["dashboard"] + app + [name] + rest, query: query.map { ($0.key, $0.value) })
  }

  /// A page of an app, or of the server.
  static func page(_ name: String, of app: AppID? = nil) -> LocalPath {
    LocalPath(["dashboard"] + (app.map { [$0.text] } ?? []) + [name])
  }

  /// The same request, as if it were for a page of this app.
  /// - Throws: `DashboardRefusal` when the operator sees no such app; `DatabaseError`.
  func of(_ id: AppID) async throws -> DashboardRequest {
    let number = try await call.database.read { try Accounts($0).number(of: id) }
    guard holder.sees(id), let number, let app = try await surroundings.directory.app(number) else {
      throw DashboardRefusal.noSuchPage
    }
    var request = self
    request.app = app
    return request
  }

  // MARK: Forms

  /// Whether the operator may do something.
  func may(_ action: DashboardAction) -> Bool { action.role.map { holder.role >= $0 } ?? true }

  /// A form of the page; nothing for who may not send it.
  func form(
    _ action: DashboardAction, _ look: FormLook = .fields, @HTMLBuilder content: () -> HTML
  ) -> HTML {
    guard may(action) else { return HTML([]) }
    return HTML(.form, .post, .action(path(with: "done", nil)), look.attribute) {
      HTML.input(.type("hidden"), .name("form_token"), .value(formToken))
      HTML.input(.type("hidden"), .name("action"), .value(action.name))
      content()
    }
  }

  /// How a form stands on the page.
  enum FormLook {
    /// Fields below each other.
    case fields
    /// A button in a row.
    case inline

    fileprivate var attribute: Attribute {
      self == .fields ? .class("fields") : .class("inline")
    }
  }

  /// Why the form was not taken, above its fields.
  var faultNotice: HTML { fault.map(Self.notice(of:)) ?? HTML([]) }

  /// A fault, above what it is of.
  static func notice(of fault: FormFault) -> HTML {
    HTML(.div, .class("notice fault"), .role("alert")) { HTML(.p) { fault.text } }
  }
}
