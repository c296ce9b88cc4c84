import BeckonModel

/// `POST /v1/campaigns/{campaign}/conversions`: a person reached a step.
public enum Convert {
  /// Who reached which step.
  public struct Request: Hashable, Sendable {
    /// The person.
    public let person: PersonID
    /// The step, 1 to 3; at most the campaign's goal.
    public let step: Int
    /// The caller's own id of this conversion; the same id again gives the same answer.
    public let id: String

    /// Makes a request.
    public init(person: PersonID, step: Int, id: String) {
      self.person = person
      self.step = step
      self.id = id
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["person", "step", "id"])
      person = try fields.require("person", fields.id("person", PersonID.self))
      step = Int(try fields.require("step", fields.integer("step", in: 1...3)))
      id = try fields.require("id", fields.string("id", max: Limits.clientIDBytes))
    }

    /// The body.
    public var json: JSON {
      ["person": .id(person), "step": .integer(step), "id": .string(id)]
    }
  }
}
