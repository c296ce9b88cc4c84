import BeckonModel

/// A place in the order of a campaign's board by points, most first; of people with as many, by
/// their id. Whoever has no points stands on no such board.
public struct PointPlace: Hashable, Sendable {
  /// Points, more than 0.
  public let points: Int64
  /// The person.
  public let person: PersonID

  /// Names a place.
  public init(points: Int64, person: PersonID) {
    self.points = points
    self.person = person
  }

  /// Reads the written form; `nil` for anything else.
  public init?(_ text: String) {
    let parts = text.split(on: ".", maxSplits: 1)
    guard parts.count == 2, let points = Int64(parts[0]), points > 0,
      let person = PersonID(parts[1])
    else { return nil }
    self.init(points: points, person: person)
  }

  /// The written form.
  public var text: String { "\(points).\(person.text)" }
}
