import BeckonContract

/// A route, and who answers it. One object for each, since it is handed from stage to stage with
/// every request.
final class ServedRoute: Sendable {
  /// The call.
  let route: Route
  /// How its clients show their key, and how they are told of an error.
  let dialect: Dialect
  /// Who answers.
  let handler: Handler
  /// What its clients may write into the path.
  let tolerance: Set<PathTolerance>

  init(
    _ route: Route, _ dialect: Dialect, _ handler: Handler, _ tolerance: Set<PathTolerance> = []
  ) {
    self.route = route
    self.dialect = dialect
    self.handler = handler
    self.tolerance = tolerance
  }
}

/// Who answers a route.
enum Handler: Sendable {
  /// Needs a key: the call is authenticated, counted, and its work is done in one transaction.
  case keyed(Endpoint)
  /// Needs none.
  case open(OpenEndpoint)
  /// Needs none, and may be answered at once, on the thread that has read the request: a task costs
  /// as much as all the rest of a redirect.
  case openAtOnce(ImmediateEndpoint, OpenEndpoint)
}

/// Turns a call into work. Decodes and checks the request; throws a `Problem` or `FieldError` when
/// it is not acceptable.
typealias Endpoint = @Sendable (Call) throws -> Work

/// Answers a call without a key.
typealias OpenEndpoint = @Sendable (OpenCall) async throws -> Reply

/// Takes a call without a key, if it can be answered without a task, and calls `answer` once, from
/// any thread; else `false`, and nothing happens.
typealias ImmediateEndpoint =
  @Sendable (
    OpenCall, _ answer: @escaping @Sendable (Result<Reply, any Error>) -> Void
  ) -> Bool

/// Calls about one subject, with those who answer them. Each route has its handler in a `switch`,
/// so none can be without.
protocol ServedRoutes: RouteGroup {
  var handler: Handler { get }
  var dialect: Dialect { get }
  var tolerance: Set<PathTolerance> { get }
}

extension ServedRoutes {
  var dialect: Dialect { .native }
  var tolerance: Set<PathTolerance> { [] }

  /// Every call of the group.
  static var served: [ServedRoute] {
    allCases.map { ServedRoute($0.route, $0.dialect, $0.handler, $0.tolerance) }
  }
}
