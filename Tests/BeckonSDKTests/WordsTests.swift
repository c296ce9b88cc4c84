import BeckonContract
import BeckonModel
import BeckonSDK
import Testing

/// The words that the SDK tells an app are the server's: none is missing, none is another.
@Suite struct WordsTests {
  @Test func eachWordOfTheServersHasOneInTheSDK() {
    #expect(
      BeckonPerson.Referral.allCases.map(\.rawValue) == ReferrerOutcome.allCases.map(\.rawValue))
    #expect(
      BeckonPerson.Identity.allCases.map(\.rawValue) == IdentityKind.allCases.map(\.rawValue))
    #expect(
      InstallMatch.Certainty.allCases.map(\.rawValue) == MatchType.allCases.map(\.rawValue))
  }
}
