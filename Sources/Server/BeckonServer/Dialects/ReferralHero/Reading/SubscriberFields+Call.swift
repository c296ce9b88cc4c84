import BeckonContractReferralHero
import BeckonHTTP
import BeckonModel

extension Call {
  /// The fields that it has in its body, its query, or both.
  /// - Throws: `FieldError`; `Problem`.
  func subscriberFields() throws -> SubscriberFields {
    let body = try request.body.isEmpty ? nil : body ?? request.json()
    return try SubscriberFields(body: body, query: request.query.filter { $0.name != "api_token" })
  }
}
