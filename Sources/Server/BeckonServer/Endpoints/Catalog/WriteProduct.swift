import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `PUT /v1/products/{product}`, which says all that the server has to say of a product, and
/// `PATCH`, which says so much more.
enum WriteProduct {
  static func prepare(_ call: Call, _ manner: ProductDecision.Manner) throws -> Work {
    let id = call.parameters.first ?? ""
    let fields = try call.fields()
    let words = try ProductWords(fields, id: id)
    if let named = try fields.string("product", max: ProductLimits.idBytes), named != id {
      throw fields.error("product", "must be the one of the path, or left out")
    }
    return .write { scope in
      let products = Products(scope)
      if manner == .part, try products.find(id) == nil { throw Problem.notFound("product") }
      guard let change = try products.tell([words], manner).first?.get(),
        let product = change.product
      else { throw Problem.notFound("product") }
      var members = product.json(.told).members ?? []
      if let remark = change.remark { members.append(JSON.Member("reason", .string(remark))) }
      return .json(.object(members), status: change.verdict == .created ? 201 : 200)
    }
  }
}

extension ProductChange {
  /// What the one who said it should know.
  var remark: String? {
    guard !rounded.isEmpty else { return nil }
    let fields = rounded.map(\.text).sorted().joined(separator: ", ")
    return "rounded to the currency's decimals: \(fields)"
  }
}

/// `DELETE /v1/products/{product}`.
enum DeleteProduct {
  static func prepare(_ call: Call) throws -> Work {
    let id = call.parameters.first ?? ""
    return .write { scope in
      guard try Products(scope).delete(id) else { throw Problem.notFound("product") }
      return Reply(status: 204)
    }
  }
}
