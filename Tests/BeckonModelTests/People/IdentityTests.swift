import BeckonModel
import Testing

@Suite struct IdentityTests {
  @Test(arguments: [
    (IdentityKind.email, "ana@example.com", "a***@example.com"),
    (.email, "a@example.com", "a***@example.com"),
    (.email, "odd@name@example.com", "o***@name@example.com"),
    (.email, "@example.com", "***"), (.email, "ana@", "***"), (.email, "ana", "***"),
    (.email, "", "***"), (.phone, "+4915112345678", "+49***78"), (.phone, "+12345", "***"),
    (.phone, "", "***"), (.userID, "user-12345", "user***"), (.userID, "12345678", "***"),
    (.wallet, "0x71C7656EC7ab88b098defB751B7401B5f6d8976F", "0x71***"),
    (.otherID, "short", "***"), (.otherID, "äöüß-long-enough", "äöüß***"),
  ])
  func isMasked(_ kind: IdentityKind, _ value: String, _ masked: String) {
    #expect(Identity(kind: kind, value: value).masked == masked)
  }

  @Test func kindsHaveTheNamesOfTheWire() {
    #expect(
      IdentityKind.allCases.map(\.rawValue) == ["user_id", "email", "phone", "wallet", "other_id"])
  }

  @Test func matchTypesAreInOrder() {
    #expect(MatchType.allCases.sorted() == [.none, .weak, .declared, .default, .unique])
  }
}
