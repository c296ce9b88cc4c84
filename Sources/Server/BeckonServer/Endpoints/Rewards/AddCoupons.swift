import BeckonContract
import BeckonModel
import BeckonStore

/// `POST /v1/coupon-pools/{pool}/codes` `{codes: [...]}`.
enum AddCoupons {
  /// Codes in one request.
  private static let codesMax = 10_000

  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    try fields.allow(only: ["codes"])
    let codes = try fields.require(
      "codes", fields.strings("codes", max: codesMax, each: Limits.codeBytes))
    let pool = call.parameters[0]
    guard pool.utf8.count <= Limits.wordBytes else { throw Problem.notFound("coupon pool") }
    return .write { scope in
      let added = try Coupons(scope).add(codes, to: pool)
      return .json(
        [
          "pool": .string(pool), "added": .integer(added),
          "free": .integer(try Coupons(scope).free(in: pool)),
        ], status: 201)
    }
  }
}
