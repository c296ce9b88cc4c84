import BeckonContract
import BeckonHTTP
import BeckonModel
import Testing

@testable import BeckonServer

/// Which route a path finds: Beckon's own, to the letter, and vendors' as they ask for it.
@Suite struct RouterTests {
  private static func served(
    _ method: String, _ path: String, _ tolerance: Set<PathTolerance> = []
  ) -> ServedRoute {
    ServedRoute(
      Route(method, path, .open), .native, .open { _ in Reply(status: 204) }, tolerance)
  }

  private static func vendor(
    _ name: String, base: String = "", linkPaths: [String] = [], _ routes: [ServedRoute]
  ) -> VendorInterface {
    VendorInterface(
      vendor: Vendor(name: name), base: base, routes: routes, linkPaths: linkPaths)
  }

  private static let lists = "/api/sdk/v1/lists/{list}/subscribers"
  private static let record = "/v1/people/{person}/record/{path...}"
  private static let loose: Set<PathTolerance> = [.slashAtEnd, .doubledSlashes, .emptyParameters]

  private static let router = Router(
    native: [
      served("GET", "/health"), served("GET", "/v1/people/{person}"),
      served("POST", "/v1/people"), served("POST", "/v1/people/{person}/erase"),
      served("GET", "/v1/people/{person}/record/{path...}"),
      ServedRoute(VisitRoute.follow.route, .native, .open { _ in Reply(status: 302) }),
    ],
    vendors: [
      vendor(
        "loose",
        [
          served("POST", lists, loose), served("GET", lists + "/{id}", loose),
          served("GET", lists + "/{id}/rewards", loose),
          served("POST", lists + "/{id}/confirm", loose),
        ]),
      vendor("slash", [served("GET", "/slash/{id}", [.slashAtEnd])]),
      vendor(
        "verbs",
        [
          served("POST", "/v1/managedLinks:create"), served("POST", "/v1/{name}:batch"),
          served("GET", "/v1/{link}/linkStats"),
        ]),
      vendor(
        "based", base: "/growth/own", linkPaths: ["/l", "/growth/links"],
        [served("GET", "/v1/{name}")]),
    ])

  /// What is found, with its parameters, as text.
  private static func find(_ method: HTTPMethod, _ target: String) throws -> String {
    switch router.match(try HTTPRequest(method: method, target: target)) {
    case .found(let served, let parameters):
      ([served.route.path] + parameters.map { "'\($0)'" }).joined(separator: " ")
    case .otherMethods(let methods): "not \(method.rawValue) but \(methods.joined(separator: ", "))"
    case .none: "nothing"
    }
  }

  @Test(
    "Beckon's own paths are read to the letter",
    arguments: [
      (.get, "/health", "/health"), (.head, "/health", "/health"),
      (.get, "/v1/people/a", "/v1/people/{person} 'a'"),
      (.get, "/v1/people/a%2Fb", "/v1/people/{person} 'a/b'"),
      (.get, "/v1/people/a:batch", "/v1/people/{person} 'a:batch'"),
      (.get, "/abc", "/{code} 'abc'"), (.get, "/abc:create", "/{code} 'abc:create'"),
      (.post, "/health", "not POST but GET"), (.get, "/v1/people/", "nothing"),
      (.get, "/v1//people/a", "nothing"), (.get, "/v1/people//", "nothing"),
      (.get, "//health", "nothing"), (.get, "/health/", "nothing"), (.get, "/", "nothing"),
      (.post, "/v1/people//erase", "nothing"), (.get, "/abc/", "nothing"),
      (.get, "/v1/people/a/record", "\(record) 'a'"),
      (.get, "/v1/people/a/record/b/c%2Fd", "\(record) 'a' 'b' 'c/d'"),
      (.get, "/v1/people/a/record/", "\(record) 'a' ''"),
      (.put, "/v1/people/a/record/b", "not PUT but GET"), (.get, "/v1/people//record/b", "nothing"),
      (.get, "/v1/people/a/records", "nothing"),
    ] as [(HTTPMethod, String, String)])
  func native(method: HTTPMethod, target: String, expected: String) throws {
    #expect(try Self.find(method, target) == expected)
  }

  @Test(
    "A vendor's clients may write slashes too many, if the vendor says so",
    arguments: [
      (.post, "/api/sdk/v1/lists/MF/subscribers", "\(lists) 'MF'"),
      (.post, "/api/sdk/v1/lists/MF/subscribers/", "\(lists) 'MF'"),
      (.post, "/api/sdk/v1//lists/MF/subscribers", "\(lists) 'MF'"),
      (.post, "//api/sdk/v1//lists/MF/subscribers/", "\(lists) 'MF'"),
      (.get, "/api/sdk/v1//lists/MF/subscribers/sub_1", "\(lists)/{id} 'MF' 'sub_1'"),
      (.get, "/api/sdk/v1/lists/MF/subscribers/", "\(lists)/{id} 'MF' ''"),
      (.get, "/api/sdk/v1/lists/MF/subscribers//rewards", "\(lists)/{id}/rewards 'MF' ''"),
      (.post, "/api/sdk/v1/lists/MF/subscribers//confirm", "\(lists)/{id}/confirm 'MF' ''"),
      (.post, "/api/sdk/v1//lists/MF/subscribers//confirm", "\(lists)/{id}/confirm 'MF' ''"),
      (.delete, "/api/sdk/v1/lists/MF/subscribers/", "not DELETE but POST, GET"),
      (.get, "/api/sdk/v1/lists/M%2F%2FF/subscribers/s", "\(lists)/{id} 'M//F' 's'"),
      (.post, "/api/sdk/v1/////lists////MF/subscribers", "nothing"),
      (.get, "/slash/a/", "/slash/{id} 'a'"), (.get, "/slash//a", "nothing"),
      (.get, "/slash/", "nothing"), (.get, "/slash/a//", "nothing"),
    ] as [(HTTPMethod, String, String)])
  func tolerant(method: HTTPMethod, target: String, expected: String) throws {
    #expect(try Self.find(method, target) == expected)
  }

  @Test(
    "What is to be done may stand behind a name, and a whole URL in one parameter",
    arguments: [
      (.post, "/v1/managedLinks:create", "/v1/managedLinks:create"),
      (.post, "/v1/managedLinks%3Acreate", "/v1/managedLinks:create"),
      (.post, "/v1/spring:batch", "/v1/{name}:batch 'spring'"),
      (.post, "/v1/a%2Fb:c:batch", "/v1/{name}:batch 'a/b:c'"),
      (.post, "/v1/spring", "nothing"), (.post, "/v1/:batch", "nothing"),
      (.post, "/v1/spring:batches", "nothing"),
      (.get, "/v1/spring:batch", "not GET but POST"),
      (
        .get, "/v1/https%3A%2F%2Fgo.example%2FWXYZ/linkStats?durationDays=7",
        "/v1/{link}/linkStats 'https://go.example/WXYZ'"
      ),
      (.get, "/v1/https://go.example/WXYZ/linkStats", "nothing"),
    ] as [(HTTPMethod, String, String)])
  func verbs(method: HTTPMethod, target: String, expected: String) throws {
    #expect(try Self.find(method, target) == expected)
  }

  @Test(
    "A vendor's routes may lie under a path, and so may its links",
    arguments: [
      (.get, "/growth/own/v1/a", "/v1/{name} 'a'"), (.get, "/v1/a", "nothing"),
      (.get, "/growth/own", "nothing"), (.get, "/l/abc", "/{code} 'abc'"),
      (.head, "/growth/links/abc", "/{code} 'abc'"), (.get, "/growth/links/", "nothing"),
      (.get, "/l/abc/", "nothing"), (.get, "/l", "/{code} 'l'"),
      (.post, "/l/abc", "not POST but GET"),
    ] as [(HTTPMethod, String, String)])
  func prefixes(method: HTTPMethod, target: String, expected: String) throws {
    #expect(try Self.find(method, target) == expected)
  }

  @Test("Any number of slashes is answered at once")
  func slashes() throws {
    let target = "/api/sdk/v1" + String(repeating: "/", count: 4_000) + "subscribers"
    #expect(try Self.find(.get, target) == "nothing")
    #expect(try Self.find(.get, target + String(repeating: "/a/", count: 1_000)) == "nothing")
  }

  @Test("A path is made as it is read")
  func made() {
    let batch = Route("POST", "/v1/{name}:batch", .key)
    #expect(batch.path("a/b") == "/v1/a%2Fb:batch")
    #expect(Route("GET", "/v1/{a}/b/{c}", .key).path("1", "2") == "/v1/1/b/2")
  }
}
