import BeckonContract
import BeckonHTTP
import BeckonModel

@testable import BeckonServer

extension Dialect {
  /// Pebble's clients: the key is in the query, an error is one word, and whoever throws the stone
  /// is the install by which calls are counted.
  static let pebble = Dialect(
    vendor: .pebble, readsBody: true,
    read: { request, _ in
      guard let key = request.query.first(where: { $0.name == "appKey" })?.value else {
        throw Problem(.unauthorized, "Send the app's key as '?appKey='.")
      }
      return Credentials(key: key, body: try request.json())
    },
    verify: { _, _, _, _ in },
    refusal: { problem, _ in
      .json(["sunk": .string(problem.detail)], status: problem.code.status)
    },
    install: { $0?["thrower"]?.string })
}
