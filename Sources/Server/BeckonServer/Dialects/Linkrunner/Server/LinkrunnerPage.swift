import BeckonContract
import BeckonContractLinkrunner
import BeckonModel

/// Pages of the vendor's lists: `?page=`, from 1, and `?limit=`.
struct LinkrunnerPage: Sendable {
  let number: Int
  let limit: Int
  var offset: Int { (number - 1) * limit }

  /// - Throws: `LinkrunnerUnprocessable`.
  init(_ call: Call, limit preset: Int, max: Int) throws {
    func number(_ name: String, _ preset: Int, _ max: Int) throws -> Int {
      guard let text = call.query(name) else { return preset }
      guard let number = Int(text), (1...max).contains(number) else {
        throw LinkrunnerUnprocessable(FieldError(name, "must be a whole number, 1 to \(max)"))
      }
      return number
    }
    self.number = try number("page", 1, 1_000_000)
    limit = try number("limit", preset, max)
  }

  func json(total: Int64) -> JSON {
    let pages = (total + Int64(limit) - 1) / Int64(limit)
    return [
      "total": .integer(total), "pages": .integer(pages), "page": .integer(number),
      "limit": .integer(limit),
    ]
  }
}

/// What the vendor answers with 422; all other fields at fault get 400.
struct LinkrunnerUnprocessable: Error {
  private let error: FieldError

  init(_ error: FieldError) {
    self.error = error
  }

  /// The work, or the refusal as an answer.
  static func answered(_ prepare: () throws -> Work) throws -> Work {
    do {
      return try prepare()
    } catch let refusal as LinkrunnerUnprocessable {
      return .answer(.linkrunner(Problem(refusal.error).detail, status: 422))
    }
  }
}
