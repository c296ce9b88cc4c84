import BeckonEngine
import BeckonModel
import Testing

/// What a further call about an install may change.
@Suite struct FurtherCallTests {
  private static let first = Vendor(name: "first")

  private static func say(
    _ decided: MatchType = .none, named: Bool = false, after seconds: Int64 = 60,
    vendor: Vendor? = nil, caller: Vendor? = nil, token: Bool = false, used: Bool = false,
    sameNetwork: Bool = true
  ) -> FurtherCall.Say {
    FurtherCall(
      decided: decided, wasNamed: named, milliseconds: seconds * 1_000, vendor: vendor,
      caller: caller, isProven: token, isUsed: used, isSameNetwork: sameNetwork
    ).say
  }

  @Test("Only a token lets it decide in full, for two minutes")
  func token() {
    #expect(Self.say(token: true) == .full)
    #expect(Self.say(token: true, used: true, sameNetwork: false) == .full)
    #expect(Self.say(after: 121, token: true) == .none)
    #expect(Self.say(.default, token: true) == .none)
    #expect(Self.say(.weak, token: true) == .none)
  }

  @Test("Without one it decides weakly, from the same network, while nobody uses the install")
  func noToken() {
    #expect(Self.say() == .weak)
    #expect(Self.say(sameNetwork: false) == .none)
    #expect(Self.say(used: true) == .none)
    #expect(Self.say(after: 121) == .none)
    #expect(Self.say(.weak, named: true) == .none)
    #expect(Self.say(.weak, named: true, token: true) == .full)
  }

  @Test("By a vendor's protocol the id is the secret, but only for its own installs")
  func vendor() {
    #expect(Self.say(vendor: Self.first, caller: Self.first, used: true) == .full)
    #expect(Self.say(vendor: Self.first, caller: nil, token: true) == .none)
    #expect(Self.say(vendor: nil, caller: Self.first, token: true) == .none)
  }
}
