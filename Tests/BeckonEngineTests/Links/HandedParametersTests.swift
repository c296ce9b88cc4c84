import BeckonEngine
import BeckonModel
import Testing

/// What of a visitor's parameters a link hands on.
@Suite struct HandedParametersTests {
  @Test(
    "Parameters go behind the target's own, and change nothing that it says",
    arguments: [
      (.none, ["a": "1"], "https://shop.example/", "https://shop.example/"),
      (.all, ["a": "1", "b": "2"], "https://shop.example/", "https://shop.example/?a=1&b=2"),
      (
        .only(["b"]), ["a": "1", "b": "2"], "https://shop.example/#x", "https://shop.example/?b=2#x"
      ),
      // What the link says wins, also in other letters; of two of one name the first.
      (
        .all, ["utm_source": "x", "UTM_Medium": "x", "c": "3"],
        "https://shop.example/?utm_source=mail&utm%5Fmedium=post",
        "https://shop.example/?utm_source=mail&utm%5Fmedium=post&c=3"
      ),
      (
        .all, ["a": "1", "A": "2", "a ": "3"], "https://shop.example/", "https://shop.example/?a=1"
      ),
      // Nothing leads elsewhere, and no other click is made up.
      (
        .all, ["u": "//evil.example/?x=y&z#f", "beckon_click": "clk_1"], "https://shop.example/p",
        "https://shop.example/p?u=%2F%2Fevil.example%2F%3Fx%3Dy%26z%23f"
      ),
      // Names that programs read as others.
      (.all, ["a.b": "1", "a[b]": "1", "a\u{0}": "1", "": "1"], "shop://p", "shop://p"),
      (.only(["a.b"]), ["a.b": "1"], "https://shop.example/", "https://shop.example/"),
      // What some programs read as a name that the target has.
      (
        .all, ["redirect_to": "//evil", "filter": "2"],
        "https://shop.example/?redirect.to=home&filter[id]=1",
        "https://shop.example/?redirect.to=home&filter[id]=1"
      ),
      // Stores' pages are the stores'.
      (.all, ["id": "evil"], "https://apps.apple.com/app/id1", "https://apps.apple.com/app/id1"),
      (
        .all, ["referrer": "x"], "https://play.google.com/store/apps/details?id=shop",
        "https://play.google.com/store/apps/details?id=shop"
      ),
      (.all, ["a": "1"], "no url", "no url"),
    ] as [(PassedParameters, KeyValuePairs<String, String>, String, String)])
  func handing(
    passed: PassedParameters, given: KeyValuePairs<String, String>, target: String, result: String
  ) {
    let parameters = given.map { (name: $0.key, value: $0.value) }
    #expect(Target.handing(on: parameters, of: passed, to: target) == result)
  }

  @Test("What would make a URL too long is left out, and what comes behind it is not")
  func tooLong() {
    let parameters = [("a", String(repeating: "x", count: 9_000)), ("b", "2")]
      .map { (name: $0.0, value: $0.1) }
    let url = Target.handing(on: parameters, of: .all, to: "https://shop.example/")
    #expect(url == "https://shop.example/?b=2")
  }

  @Test("A list of names is read strictly, and what is written is read again")
  func reading() throws {
    func read(_ json: JSON) throws(FieldError) -> PassedParameters? {
      try PassedParameters("p", of: Fields(["p": json]))
    }
    for passed in [PassedParameters.none, .all, .only(["utm_source", "a-1"]), .only([])] {
      #expect(try read(passed.json) == passed)
    }
    #expect(try read(.null) == nil)
    for strange in ["some", 1, ["a.b"], ["a", ""], [1], [:]] as [JSON] {
      #expect(throws: FieldError.self) { try read(strange) }
    }
  }
}

/// A link as it was before changes.
@Suite struct LinkConfigurationTests {
  @Test("What was changed, taken away and added is undone by what was there before")
  func undone() {
    let old = Link(
      id: .numbered(1), app: 1, prefix: "", code: "c", url: "https://shop.example/a",
      campaign: .numbered(2), referrer: nil,
      options: LinkOptions(ios: "https://apps.apple.com/app/id1", name: "spring"),
      createdAt: .hour(0), expiresAt: .hour(9))
    let new = old.changed(by: [
      JSON.Member("url", "https://shop.example/b"), JSON.Member("campaign", .null),
      JSON.Member("expires_at", .null), JSON.Member("ios", .null),
      JSON.Member("pass_parameters", "all"), JSON.Member("name", "summer"),
    ])
    #expect(new.url == "https://shop.example/b" && new.campaign == nil && new.expiresAt == nil)
    #expect(new.options == LinkOptions(name: "summer", passParameters: .all))
    let back = new.changed(
      by: (old.configuration.members ?? []) + [JSON.Member("pass_parameters", .null)])
    #expect(back == old)
  }
}
