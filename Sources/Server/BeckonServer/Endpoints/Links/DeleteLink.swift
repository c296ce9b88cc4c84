import BeckonContract
import BeckonModel
import BeckonStore

/// `DELETE /v1/links/{link}`. The code answers 410 from then on and is never used again.
enum DeleteLink {
  static func prepare(_ call: Call) throws -> Work {
    let id = try call.id(0, LinkID.self)
    return .reconfigure { scope in
      guard try Links(scope).find(id) != nil else { throw Problem.notFound("link") }
      _ = try Links(scope).delete(id)
      return Reply(status: 204)
    }
  }
}
