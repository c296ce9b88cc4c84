import BeckonEngine
import BeckonModel
import Testing

/// Whom an install signs in by its own token.
@Suite struct InstallUseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// What it is about.
    let story: String
    /// The identities of who uses it; `!` after those that the server has confirmed.
    var user = "ben! b@x"
    /// What the call names.
    var call = "ben"
    var isAnothersNow = false
    var isShown = true
    var isNamedByServer = true
    var isDisowned = false
    let signsIn: Bool

    var testDescription: String { story }
  }

  static let cases: [Case] = [
    Case(story: "the server has said that it is this user's", signsIn: true),
    Case(story: "another person uses it since", isAnothersNow: true, signsIn: false),
    Case(story: "only a client has said so", isNamedByServer: false, signsIn: false),
    Case(story: "its bare id is no proof", isShown: false, signsIn: false),
    Case(story: "it was another's who used the name", isDisowned: true, signsIn: false),
    Case(story: "a log-out may have come before a call without names", call: "", signsIn: false),
    Case(story: "a mail that only a client has told", call: "b@x", signsIn: false),
    Case(story: "one confirmed name is enough", call: "ben new@x", signsIn: true),
    Case(story: "the server has not named the person", user: "ben b@x", signsIn: false),
    Case(
      story: "an anonymous person is whoever uses it", user: "", isShown: false,
      isNamedByServer: false, signsIn: true),
    Case(
      story: "but not who used it before", user: "", isAnothersNow: true, signsIn: false),
  ]

  @Test(arguments: cases)
  func signsIn(_ test: Case) {
    let person = KnownPerson(
      id: PersonID(Identifier(high: 0, low: 1)), identities: Self.identities(test.user))
    let use = InstallUse(
      user: test.isAnothersNow ? PersonID(Identifier(high: 0, low: 2)) : person.id,
      isShown: test.isShown, isNamedByServer: test.isNamedByServer, isDisowned: test.isDisowned)
    let named = Self.identities(test.call).map(\.identity)
    #expect(use.signsIn(person, namedBy: named) == test.signsIn)
  }

  private static func identities(_ text: String) -> [KnownIdentity] {
    text.split(separator: " ").map { word in
      let value = word.filter { $0 != "!" }
      return KnownIdentity(
        Identity(kind: value.contains("@") ? .email : .userID, value: value),
        isConfirmed: word.hasSuffix("!"))
    }
  }
}
