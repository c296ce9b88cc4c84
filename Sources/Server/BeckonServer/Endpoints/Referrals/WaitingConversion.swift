import BeckonContract
import BeckonModel
import BeckonStore

/// A conversion whose caller waits.
struct WaitingConversion: Sendable {
  let conversion: Conversion
  let call: Call
  /// Makes the answer to what came of it; throws a `Problem` where none is kept under its id.
  let reply: @Sendable (Conversions.Outcome) throws -> Reply

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
}

extension Reply {
  /// The body, which must be text.
  fileprivate var text: String { String(decoding: body, as: UTF8.self) }
}

extension [WaitingConversion] {
  /// Records all of them in one transaction, and gives the answer to each.
  func record(in connection: any Connection) throws -> [Result<Reply, any Error>] {
    var answers = [Result<Reply, any Error>](
      repeating: .failure(Problem.tokenRequired), count: count)
    let scopes = map { $0.call.scope(connection) }
    let proven = try indices.filter { try self[$0].isProven(scopes[$0]) }
    let batch = ConversionBatch(
      proven.map { (scopes[$0], self[$0].conversion) }, in: connection)
    try batch.record { place, outcome in
      let answer = Result { try self[proven[place]].reply(outcome) }
      answers[proven[place]] = answer
      let reply = try? answer.get()
      return (reply?.status ?? 0, reply?.text ?? "")
    }
    return answers
  }
}
