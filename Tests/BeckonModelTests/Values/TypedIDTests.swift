import BeckonModel
import Testing

@Suite struct TypedIDTests {
  @Test func isWrittenWithItsPrefix() {
    let id = PersonID(Identifier(high: 0, low: 1))
    #expect(id.text == "per_00000000000000000000000001")
    #expect("\(id)" == id.text)
    #expect(PersonID(id.text) == id)
    #expect(id < PersonID(Identifier(high: 0, low: 2)))
  }

  @Test(arguments: [
    "", "per", "per_", "00000000000000000000000001", "app_00000000000000000000000001",
    "PER_00000000000000000000000001", "per-00000000000000000000000001",
    "per_000000000000000000000000001", " per_00000000000000000000000001",
    "per_0000000000000000000000000U",
  ])
  func otherTextIsRefused(_ text: String) {
    #expect(PersonID(text) == nil)
  }

  @Test func noTwoKindsShareAPrefix() {
    let prefixes = [
      Kinds.App.prefix, Kinds.Person.prefix, Kinds.Install.prefix, Kinds.Link.prefix,
      Kinds.Click.prefix, Kinds.Decision.prefix, Kinds.Campaign.prefix, Kinds.Referral.prefix,
      Kinds.Rule.prefix, Kinds.Transfer.prefix, Kinds.Fact.prefix, Kinds.Key.prefix,
      Kinds.Request.prefix, Kinds.Webhook.prefix, Kinds.Delivery.prefix,
      Kinds.Operator.prefix, Kinds.OperatorSession.prefix, Kinds.OperatorLink.prefix,
      Kinds.AuditEntry.prefix,
    ]
    #expect(Set(prefixes).count == prefixes.count)
  }
}
