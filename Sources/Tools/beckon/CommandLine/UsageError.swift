import BeckonDatabase
import BeckonHTTP
import BeckonServer
import BeckonStore

/// The words on the command line make no sense.
struct UsageError: Error {
  let problem: String
  /// A command that does.
  let remedy: String

  init(_ problem: String, _ remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }
}

/// What went wrong while running, and what to do about it.
struct Failure: Error {
  let problem: String
  let remedy: String
  /// With what the program ends.
  let status: Int32

  /// What was given cannot be worked with, and nothing was done (`EX_DATAERR`).
  static let refusedStatus: Int32 = 65

  init(_ problem: String, _ remedy: String, status: Int32 = 1) {
    self.problem = problem
    self.remedy = remedy
    self.status = status
  }

  /// An app was named that the database has not.
  static let noApp = Failure("there is no such app", "beckon app list")

  /// Any error, put into words.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let refused as ImportRefused:
      self.init(refused.problem, refused.remedy, status: Self.refusedStatus)
    case let halted as ImportHalted: self.init(halted.problem, halted.remedy)
    case let database as DatabaseError: self.init(database)
    case HTTPServerError.portInUse(let host, let port):
      self.init(
        "port \(port) of \(host) is in use",
        "stop the other program, or give --listen \(host):0 for any free port")
    case let http as HTTPServerError: self.init("\(http)", "check --listen HOST:PORT")
    default: self.init("\(error)", "run 'beckon doctor'")
    }
  }

  private init(_ error: DatabaseError) {
    switch error {
    case .newerSchema(let found, let known):
      self.init(
        "the database is newer than this program (schema \(found), known \(known))",
        "use the newer program that migrated it, or another --database")
    case .unreadable(let reason): self.init(reason, "check --database, then run 'beckon doctor'")
    case .full: self.init("the disk is full", "make room, then start again")
    case .unavailable(let reason), .outcomeUnknown(let reason):
      self.init(reason, "try again in a moment")
    case .corrupt(let reason): self.init("the database is damaged: \(reason)", "restore a backup")
    case .closed, .constraint, .misuse: self.init("\(error)", "run 'beckon doctor'")
    }
  }
}
