import BeckonEngine
import BeckonModel
import Testing

/// What is known of two people who turn out to be one.
@Suite struct PersonMergeTests {
  private static func person(
    _ attributes: JSON = .object([]), byServer: JSON? = nil, consent: String? = nil,
    signedUp: (at: Double, received: Double)? = nil, vendor: Vendor? = nil
  ) -> Person {
    Person(
      id: .numbered(1), attributes: attributes, serverAttributes: byServer, consent: consent,
      signedUpAt: signedUp.map { .hour($0.at) },
      signUpReceivedAt: signedUp.map { .hour($0.received) }, createdAt: .hour(0), vendor: vendor)
  }

  @Test("The survivor's attributes stay, what the survivor lacks comes from the other")
  func attributes() {
    let merge = PersonMerge(
      Self.person(["name": "Ann", "city": "Izmir"], byServer: ["level": 3]),
      into: Self.person(["name": "Ana", "plan": "pro"], byServer: ["level": 5]))
    #expect(merge.attributes == ["name": "Ana", "city": "Izmir", "plan": "pro"])
    #expect(merge.serverAttributes == ["level": 5])
  }

  @Test("Of people from before the server's attributes were kept apart, all count as the server's")
  func olderAttributes() {
    let merge = PersonMerge(
      Self.person(["level": 3]), into: Self.person(["plan": "pro"], byServer: ["plan": "free"]))
    #expect(merge.serverAttributes == ["level": 3, "plan": "free"])
  }

  @Test(
    "Who was two has signed up when the first of them did",
    arguments: [
      (nil, nil, nil), ((1.0, 2.0), nil, (1, 2)), (nil, (3, 4), (3, 4)),
      ((1, 9), (3, 4), (1, 4)), ((5, 6), (3, 4), (3, 4)),
    ] as [((Double, Double)?, (Double, Double)?, (Double, Double)?)])
  func signUp(old: (Double, Double)?, new: (Double, Double)?, merged: (Double, Double)?) {
    let merge = PersonMerge(
      Self.person(signedUp: old.map { ($0.0, $0.1) }),
      into: Self.person(signedUp: new.map { ($0.0, $0.1) }))
    #expect(merge.signUp?.at == merged.map { .hour($0.0) })
    #expect(merge.signUp?.received == merged.map { .hour($0.1) })
  }

  @Test("Terms to which the survivor agreed go before the other's")
  func consent() {
    #expect(PersonMerge(Self.person(consent: "1"), into: Self.person()).consent == "1")
    #expect(
      PersonMerge(Self.person(consent: "1"), into: Self.person(consent: "2")).consent == "2")
  }

  @Test("A survivor known by one vendor's protocol alone is so no longer when the other is not")
  func vendor() {
    let vendor = Vendor(name: "acme")
    func isKnownOtherwise(_ old: Vendor?, _ new: Vendor?) -> Bool {
      PersonMerge(Self.person(vendor: old), into: Self.person(vendor: new)).isKnownOtherwise
    }
    #expect(isKnownOtherwise(nil, vendor))
    #expect(!isKnownOtherwise(vendor, vendor) && !isKnownOtherwise(vendor, nil))
  }

  @Test(
    "A change keeps what it leaves out, in its place, and null removes",
    arguments: [
      (["a": 1, "b": 2], ["b": 3, "c": 4], ["a": 1, "b": 3, "c": 4]),
      (["a": 1, "b": 2], ["a": .null], ["b": 2]), ([:], ["a": .null], [:]),
      (["a": 1], [:], ["a": 1]),
    ] as [(JSON, JSON, JSON)])
  func changed(old: JSON, changes: JSON, new: JSON) {
    #expect(old.changed(by: changes) == new)
  }
}
