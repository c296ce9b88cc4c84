import BeckonContract
import BeckonDatabase
import BeckonHTTP
import BeckonModel
import BeckonStore

/// A conversion whose caller waits.
struct WaitingConversion: WaitingWrite {
  let conversion: Conversion
  let call: Call
  /// Makes the answer to what came of it; throws a `Problem` where none is kept under its id.
  let reply: @Sendable (Conversions.Outcome) throws -> Reply

  static func gathers(on database: any Database) -> Bool { true }

  var alone: (@Sendable (Scope) throws -> Reply)? {
    guard call.request.headers[HeaderName.idempotencyKey] != nil else { return nil }
    return { try record($0) }
  }

  /// Whether the caller may speak for the person.
  func isProven(_ scope: Scope) throws -> Bool {
    try Tokens(scope).proveSurvivor(call.proof, conversion.person)
  }

  /// Records it by itself.
  func record(_ scope: Scope) throws -> Reply {
    guard try isProven(scope) else { throw Problem.tokenRequired }
    let conversions = Conversions(scope)
    let outcome = try conversions.record(conversion)
    let reply = try reply(outcome)
    switch outcome {
    case .early, .recorded:
      try conversions.keep(status: reply.status, body: reply.text, of: conversion)
    case .answered, .conflict, .unknown: break
    }
    return reply
  }

  func record(_ connection: any Connection) throws -> Answer {
    let reply = try record(call.scope(connection))
    return { reply }
  }

  static func record(
    _ writes: [WaitingConversion], in connection: any Connection
  ) throws -> [Result<Answer, any Error>] {
    var answers = [Result<Answer, any Error>](
      repeating: .failure(Problem.tokenRequired), count: writes.count)
    let scopes = writes.map { $0.call.scope(connection) }
    let proven = try writes.indices.filter { try writes[$0].isProven(scopes[$0]) }
    let batch = ConversionBatch(
      proven.map { (scopes[$0], writes[$0].conversion) }, in: connection)
    try batch.record { place, outcome in
      let answer = Result { try writes[proven[place]].reply(outcome) }
      answers[proven[place]] = answer.map { reply in { reply } }
      let reply = try? answer.get()
      return (reply?.status ?? 0, reply?.text ?? "")
    }
    return answers
  }
}

extension Work {
  /// Record a conversion, together with others that wait, and answer what came of it.
  static func conversion(
    _ conversion: Conversion, of call: Call,
    _ reply: @escaping @Sendable (Conversions.Outcome) throws -> Reply
  ) -> Work {
    .gathered(WaitingConversion(conversion: conversion, call: call, reply: reply))
  }
}

extension Reply {
  /// The body, which must be text.
  fileprivate var text: String { String(decoding: body, as: UTF8.self) }
}
