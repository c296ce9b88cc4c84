import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// Serves the dashboard: finds out who asks, whether they may, and which page answers. Whatever
/// goes wrong is told on a page, for people.
struct Dashboard: Sendable {
  let surroundings: DashboardSurroundings
  let logger: Logger

  private static let base = "dashboard"

  // MARK: Looking

  /// `GET` of any of its paths.
  func look(_ call: OpenCall) async -> Reply {
    let segments = Self.segments(call)
    if segments.first == "assets" {
      return segments.count == 2 ? Asset.reply(to: segments[1]) ?? missing(call) : missing(call)
    }
    return await answered(call) {
      if segments.first == "sign-in" {
        return try await signIn(call).look(segments.count == 2 ? segments[1] : nil)
      }
      guard let (session, token) = try await session(call) else {
        return signIn(call).locked()
      }
      let (page, request) = try await request(call, segments, session, token)
      do {
        return try await answer(page, request)
      } catch {
        guard !call.request.query.isEmpty, Self.isOfQuestion(error), let fault = FormFault(error)
        else { throw error }
        return try await show(page, request, without: fault)
      }
    }
  }

  /// Whether an error says that a question was not understood, and not that it cannot be answered
  /// now.
  private static func isOfQuestion(_ error: any Error) -> Bool {
    guard let problem = error as? Problem else { return true }
    return problem.code.status == 422 || problem.code.status == 400
  }

  private func answer(_ page: DashboardPage, _ request: DashboardRequest) async throws -> Reply {
    if let name = request.query("file") {
      guard let file = page.files.first(where: { $0.name == name }) else {
        throw DashboardRefusal.noSuchPage
      }
      return try await file.read(request)
    }
    guard let table = request.query("csv") else {
      return try await show(page, request, status: 200)
    }
    guard let table = page.tables.first(where: { $0.name == table }) else {
      throw DashboardRefusal.noSuchPage
    }
    return try await table.read(request)
  }

  /// The page without the question that was not understood, and why it was not.
  private func show(
    _ page: DashboardPage, _ request: DashboardRequest, without fault: FormFault
  ) async throws -> Reply {
    let content: HTML
    do {
      content = try await page.show(request.without(fault.field))
    } catch {
      guard FormFault(error) != nil else { throw error }
      content = try await page.show(request.without(nil))
    }
    let layout = DashboardLayout(request, page, pages: DashboardPage.all, notice: nil)
    return .dashboard(
      layout.page(
        HTML {
          DashboardRequest.notice(of: fault)
          content
        }), status: 422)
  }

  private func show(
    _ page: DashboardPage, _ request: DashboardRequest, status: Int
  ) async throws -> Reply {
    let content = try await page.show(request)
    let done = page.actions.first { $0.name == request.query("done") }?.done
    let notice = status == 200 && request.fault == nil ? done : nil
    return .dashboard(
      DashboardLayout(request, page, pages: DashboardPage.all, notice: notice).page(content),
      status: status)
  }

  // MARK: Forms

  /// `POST` to any of its paths.
  func take(_ call: OpenCall) async -> Reply {
    let segments = Self.segments(call)
    return await answered(call) {
      guard door.isOwn(call.request.headers) else { throw DashboardRefusal.foreignForm }
      let form = QueryText(call.request.body[...])
      if segments.first == "sign-in", segments.count == 2 {
        return try await signIn(call).use(segments[1])
      }
      guard let (session, token) = try await session(call) else {
        return signIn(call).locked()
      }
      guard form.value(of: "form_token") == DashboardDoor.formToken(of: token) else {
        throw DashboardRefusal.foreignForm
      }
      if segments == ["sign-out"] { return try await signIn(call).end(session) }
      var (page, request) = try await request(call, segments, session, token)
      request.form = form
      return try await run(page, request)
    }
  }

  private func run(_ page: DashboardPage, _ request: DashboardRequest) async throws -> Reply {
    let name = request.field("action")
    guard let action = page.actions.first(where: { $0.name == name }) else {
      throw DashboardRefusal.noSuchPage
    }
    guard request.may(action) else {
      throw DashboardRefusal.roleTooLow(action.role ?? .read)
    }
    do {
      switch try await action.run(request) {
      case .shown(let content):
        let layout = DashboardLayout(request, page, pages: DashboardPage.all, notice: nil)
        return .dashboard(layout.page(content), status: 200)
      case .file(let reply): return reply
      case .done(let path):
        let place = path ?? request.path(with: "done", action.name)
        return Reply(
          status: 303, headers: [("Location", place.text), ("Cache-Control", "no-store")])
      }
    } catch {
      guard let fault = FormFault(error) else { throw error }
      return try await show(page, request, fault)
    }
  }

  private func show(
    _ page: DashboardPage, _ request: DashboardRequest, _ fault: FormFault
  ) async throws -> Reply {
    var request = request
    request.fault = fault
    return try await show(page, request, status: 422)
  }

  // MARK: Who asks for what

  private var door: DashboardDoor { DashboardDoor(publicURL: surroundings.publicURL()) }

  private func signIn(_ call: OpenCall) -> SignInPages {
    SignInPages(call: call, door: door, language: Self.language(call))
  }

  /// The session of the browser's cookie, and the cookie. Whoever shows cookies that are none is
  /// bound in how often they may try.
  private func session(_ call: OpenCall) async throws -> (OperatorSession, String)? {
    guard let token = door.token(call.request.headers) else { return nil }
    let ambient = call.ambient
    let found = try await call.database.read {
      try OperatorSessions($0, ambient: ambient).find(token)
    }
    guard let session = found else {
      try call.services[CallLimits.self].take(signInFrom: call.address)
      return nil
    }
    if session.isToBeNoted(at: ambient.now()) {
      try await call.database.write {
        try OperatorSessions($0, ambient: ambient).note(session.id, of: session.holder.id)
      }
    }
    return (session, token)
  }

  /// The page that a path names, with what it works with.
  private func request(
    _ call: OpenCall, _ segments: [String], _ session: OperatorSession, _ token: String
  ) async throws -> (DashboardPage, DashboardRequest) {
    let holder = session.holder
    let id = segments.first.flatMap { AppID($0) }
    if let id, !holder.sees(id) { throw DashboardRefusal.noSuchPage }
    let (apps, number) = try await call.database.read { connection in
      let accounts = Accounts(connection)
      return (
        try accounts.apps().filter { holder.sees($0.id) },
        try id.flatMap { try accounts.number(of: $0) }
      )
    }
    let app = try await number.flatMap { number in { try await surroundings.directory.app(number) }
    }?()
    if id != nil, app == nil { throw DashboardRefusal.noSuchPage }
    let words = id == nil ? segments : Array(segments.dropFirst())
    let home = id == nil ? DashboardPage.home.name : DashboardPage.appHome.name
    let name = words.first ?? home
    guard
      let page = DashboardPage.all.first(where: {
        $0.name == name && ($0.place == .app) == (id != nil)
      }), page.place != .server || holder.apps == nil
    else { throw DashboardRefusal.noSuchPage }
    let request = DashboardRequest(
      call: call, surroundings: surroundings, session: session,
      formToken: DashboardDoor.formToken(of: token), app: app, apps: apps,
      segments: [Self.base] + (id.map { [$0.text] } ?? []) + [name],
      rest: Array(words.dropFirst()), language: Self.language(call))
    return (page, request)
  }

  private static func segments(_ call: OpenCall) -> [String] {
    let segments = Array(call.request.segments.dropFirst())
    return segments.last?.isEmpty == true ? segments.dropLast() : segments
  }

  private static func language(_ call: OpenCall) -> Language {
    Language(acceptLanguage: call.request.headers["Accept-Language"])
  }

  // MARK: What goes wrong

  private func answered(
    _ call: OpenCall, _ answer: () async throws -> Reply
  ) async -> Reply {
    do {
      return try await answer()
    } catch let refusal as DashboardRefusal {
      switch refusal {
      case .noSuchPage: return missing(call)
      case .roleTooLow(let role): return refused(call, role)
      case .foreignForm: return plain(call, .foreignForm, status: 403)
      }
    } catch is RateLimited {
      return plain(call, .tryLater, status: 429)
    } catch let problem as Problem where problem.code == .notFound {
      return missing(call)
    } catch let field as FieldError {
      return plain(call, text: Problem(field).detail, status: 422)
    } catch let problem as Problem where problem.code.status < 500 {
      return plain(call, text: problem.detail, status: problem.code.status)
    } catch {
      logger.log(
        .error, "a page of the dashboard could not be shown",
        [
          JSON.Member("page", .string(call.request.segments.prefix(3).joined(separator: "/"))),
          JSON.Member("error", .string("\(error)")),
        ])
      return plain(call, .serverFault, status: 503)
    }
  }

  private func missing(_ call: OpenCall) -> Reply {
    plain(call, .noSuchPage, hint: .noSuchPageHint, status: 404)
  }

  private func refused(_ call: OpenCall, _ role: OperatorRole) -> Reply {
    let language = Self.language(call)
    return plain(
      call, text: Words.roleTooLow.text(in: language, ["role": role.words.text(in: language)]),
      status: 403)
  }

  private func plain(
    _ call: OpenCall, _ words: Words, hint: Words? = nil, status: Int
  ) -> Reply {
    let language = Self.language(call)
    return plain(
      call, text: words.text(in: language), hint: hint?.text(in: language), status: status)
  }

  private func plain(
    _ call: OpenCall, text: String, hint: String? = nil, status: Int
  ) -> Reply {
    let language = Self.language(call)
    let page = DashboardLayout.door(language, title: text) {
      HTML(.h1) { text }
      if let hint { HTML(.p) { hint } }
      HTML(.p) {
        HTML(.a, .href(LocalPath([Self.base]))) { Words.backToOverview.text(in: language) }
      }
    }
    return .dashboard(page, status: status)
  }
}

extension OperatorRole {
  /// As people read it.
  var words: Words {
    switch self {
    case .read: .roleRead
    case .edit: .roleEdit
    case .money: .roleMoney
    }
  }
}
