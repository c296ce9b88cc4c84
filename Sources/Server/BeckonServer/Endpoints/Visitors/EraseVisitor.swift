import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `DELETE /v1/visitors/{visitor}`.
enum EraseVisitor {
  static func prepare(_ call: Call) throws -> Work {
    let visitor = call.parameters[0]
    return .write { scope in
      guard try ShopVisitors(scope).erase(.vendorID(visitor)) else {
        throw Problem.notFound("visitor")
      }
      return Reply(status: 204)
    }
  }
}
