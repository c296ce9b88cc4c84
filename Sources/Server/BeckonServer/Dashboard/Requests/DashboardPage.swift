import BeckonContract
import BeckonEngine
import BeckonModel

/// A page of the dashboard. Who adds one writes what it reads and what it shows in a file each, and
/// lists it in `DashboardPage.all`; "How to add a page of the dashboard" in docs/ARCHITECTURE.md.
struct DashboardPage: Sendable {
  /// Where it stands in the navigation.
  enum Section: CaseIterable, Sendable {
    /// What has happened, and why.
    case loop
    /// What is made and decided.
    case run
    /// What a shop has, shows and finds.
    case shop
    /// How the app is set up, and who may call it.
    case setup
    /// What is of the whole server.
    case server
  }

  /// Whose it is.
  enum Place: Sendable {
    /// Of one app: `/dashboard/{app}/{name}`.
    case app
    /// Of the server, for operators who see all apps: `/dashboard/{name}`.
    case server
    /// Of each operator: `/dashboard/{name}`.
    case own
  }

  /// Its word in the path.
  let name: String
  let title: Words
  let place: Place
  /// `nil` for a page to which others lead.
  let section: Section?
  /// What its forms do.
  var actions: [DashboardAction] = []
  /// Its tables as CSV, by their names: `?csv=name`.
  var tables: [DashboardTable] = []
  /// Files of what it shows one of, by their names: `?file=name`.
  var files: [DashboardFile] = []
  /// What it shows.
  let show: @Sendable (DashboardRequest) async throws -> HTML

  init(
    _ name: String, _ title: Words, _ place: Place, in section: Section?,
    actions: [DashboardAction] = [], tables: [DashboardTable] = [],
    files: [DashboardFile] = [],
    show: @escaping @Sendable (DashboardRequest) async throws -> HTML
  ) {
    self.name = name
    self.title = title
    self.place = place
    self.section = section
    self.actions = actions
    self.tables = tables
    self.files = files
    self.show = show
  }
}

/// A table of a page as CSV.
struct DashboardTable: Sendable {
  let name: String
  let read: @Sendable (DashboardRequest) async throws -> Reply
}

/// A file of a page that shows one of its things, such as a link's picture or a person's export.
struct DashboardFile: Sendable {
  let name: String
  let read: @Sendable (DashboardRequest) async throws -> Reply
}

/// What a form of a page does, and who may send it.
struct DashboardAction: Sendable {
  /// Its word in the form.
  let name: String
  /// The least role that may do it; `nil` for what concerns only the operator's own sessions.
  let role: OperatorRole?
  /// What is said when it is done.
  let done: Words
  let run: @Sendable (DashboardRequest) async throws -> Outcome

  /// What comes of it.
  enum Outcome: Sendable {
    /// Done: the page is shown anew, or another.
    case done(at: LocalPath? = nil)
    /// Done, with something that is shown this once, such as a link with a token.
    case shown(HTML)
    /// A file of what came of it.
    case file(Reply)
  }

  init(
    _ name: String, _ role: OperatorRole?, done: Words,
    run: @escaping @Sendable (DashboardRequest) async throws -> Outcome
  ) {
    self.name = name
    self.role = role
    self.done = done
    self.run = run
  }
}

/// Why an operator's form was not taken; told above the form, which keeps what was written.
struct FormFault: Error, Sendable {
  /// The field at fault, if it is one.
  let field: String?
  let text: String

  init(_ text: String, field: String? = nil) {
    self.text = text
    self.field = field
  }

  /// What an operator can mend of an error; `nil` when it is none of theirs, or there is no such
  /// thing.
  init?(_ error: any Error) {
    switch error {
    case let fault as FormFault: self = fault
    case let field as FieldError: self.init(Problem(field).detail, field: field.path)
    case let problem as Problem where problem.code != .notFound && problem.code.status < 500:
      self.init(problem.detail, field: problem.field)
    default: return nil
    }
  }
}

/// Why a page is not shown, or an action not done.
enum DashboardRefusal: Error {
  /// There is none, or none that this operator sees.
  case noSuchPage
  /// The operator may not do that.
  case roleTooLow(OperatorRole)
  /// The form came from elsewhere, or from another session.
  case foreignForm
}
