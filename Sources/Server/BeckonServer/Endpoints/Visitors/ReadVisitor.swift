import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/visitors/{visitor}`, in pages: `?after=` takes the `next` of the page before.
enum ReadVisitor {
  static func prepare(_ call: Call) throws -> Work {
    let (visitor, after) = (call.parameters[0], call.query("after"))
    return .read { scope in
      let visitors = try ShopVisitors(scope).all(.vendorID(visitor))
      guard !visitors.isEmpty else { throw Problem.notFound("visitor") }
      return Reply(
        status: 200, headers: [("Content-Type", "application/json")],
        body: try VisitorExport(scope, visitors).page(after: after))
    }
  }
}
