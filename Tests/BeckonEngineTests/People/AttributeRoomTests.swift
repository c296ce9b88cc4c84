import BeckonEngine
import BeckonModel
import Testing

/// What gives way when the app's server describes somebody who has all the attributes already.
@Suite struct AttributeRoomTests {
  /// So many attributes of clients, `c1`, `c2`, …
  private static func clients(_ count: Int, _ value: JSON = 1) -> [JSON.Member] {
    (1...count).map { JSON.Member("c\($0)", value) }
  }

  private static let plan = JSON.Member("plan", "gold")
  private static let large: JSON = .string(String(repeating: "x", count: 20_000))

  @Test("What fits stays as it is")
  func fits() {
    let attributes = JSON.object(Self.clients(199) + [Self.plan])
    #expect(AttributeRoom.fit(attributes, keeping: .object([Self.plan])) == attributes)
  }

  @Test("The oldest that the server has not written go, and no more than must")
  func oldest() {
    let attributes = JSON.object(Self.clients(200) + [Self.plan])
    let cut = AttributeRoom.fit(attributes, keeping: .object([Self.plan]))
    #expect(cut == .object(Self.clients(200).dropFirst() + [Self.plan]))
    let old = JSON.object([Self.plan] + Self.clients(201))
    #expect(
      AttributeRoom.fit(old, keeping: .object([Self.plan]))
        == .object([Self.plan] + Self.clients(201).dropFirst(2)))
  }

  @Test("So do bytes, and what a client wrote over the server's goes back to the server's")
  func bytes() {
    let bulky = JSON.object(Self.clients(2, Self.large) + [Self.plan])
    #expect(
      AttributeRoom.fit(bulky, keeping: .object([Self.plan]))
        == .object([JSON.Member("c2", Self.large), Self.plan]))
    let overwritten = JSON.object([
      JSON.Member("plan", Self.large), JSON.Member("city", Self.large),
    ])
    let kept: JSON = .object([Self.plan, JSON.Member("city", Self.large)])
    #expect(AttributeRoom.fit(overwritten, keeping: kept) == kept)
  }

  @Test("What is to be kept is never cut: too much of it is refused")
  func tooMuch() {
    let own = JSON.object(Self.clients(201))
    #expect(AttributeRoom.fit(own, keeping: own) == nil)
    let bulky = JSON.object(Self.clients(2, Self.large))
    #expect(AttributeRoom.fit(bulky, keeping: bulky) == nil)
  }
}
