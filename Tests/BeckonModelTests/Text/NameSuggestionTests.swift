import Testing

@testable import BeckonModel

/// Which known name was probably meant.
@Suite struct NameSuggestionTests {
  private static let known = ["id", "user_id", "hold_days", "filter", "cap", "coupon_pool"]

  @Test(
    arguments: [
      ("userId", "user_id"), ("USER-ID", "user_id"), ("hold_day", "hold_days"),
      ("holdDays", "hold_days"), ("filters", "filter"), ("fliter", "filter"), ("caps", "cap"),
      ("couponpool", "coupon_pool"), ("ix", "id"), ("x", nil), ("person", nil), ("", nil),
      (String(repeating: "filter", count: 10_000), nil), ("fi\u{301}\u{302}\u{303}", nil),
    ] as [(String, String?)])
  func nearest(name: String, meant: String?) {
    #expect(NameSuggestion.nearest(to: name, among: Self.known) == meant)
  }

  @Test func aLongNameIsShownInPart() {
    let name = String(repeating: "n", count: 10_000)
    #expect(NameSuggestion.shown(name).utf8.count < 100)
    #expect(NameSuggestion.refusal(of: name, ["a", "b"]) == "is not known. Known are: a, b")
    #expect(NameSuggestion.refusal(of: name, []) == "is not known: this call takes none")
  }
}
