import BeckonModel
import BeckonStore

@testable import BeckonServer

/// `POST /ponds/{pond}:record`: a throw is an event, by its pond and number one.
enum PebbleRecord {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    let thrower = try fields.require(
      "thrower", fields.string("thrower", max: Limits.clientIDBytes))
    let jumps = try fields.require("jumps", fields.integer("jumps", in: 0...88))
    let pond = call.parameters[0]
    let event = Event(
      id: "\(pond) \(thrower) \(jumps)", name: "toss", subject: .installID(thrower), at: nil,
      properties: ["pond": .string(pond), "jumps": .integer(jumps)])
    let batch = EventBatch(
      [event], for: call.app, trust: call.proof.trust, sentAt: nil, received: call.now)
    return .events(batch) { outcomes in
      .json(["splash": .bool(outcomes != [.duplicate])], status: 201)
    }
  }
}
