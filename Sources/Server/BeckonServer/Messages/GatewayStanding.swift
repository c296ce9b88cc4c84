import BeckonBasics
import BeckonEngine
import BeckonModel

/// Whether a gateway would take text messages from us.
package enum GatewayStanding: Hashable, Sendable {
  /// It answers, and knows us.
  case ready
  /// It answers, and takes nothing from us: what it says.
  case barring(String)
  /// It answers, and takes nothing just now: what it says.
  case busy(String)
  /// It cannot be reached: why, as a stable word.
  case unreachable(String)
  /// Something answers that is no such gateway, or is not well: what came of it.
  case strange(String)

  /// What it means that a call without a message was answered so: whoever knows us finds fault with
  /// the message alone.
  init(_ outcome: SMSOutcome) {
    switch outcome {
    case .refused: self = .ready
    case .barred(let answer): self = .barring("\(answer.code) \(answer.text)")
    case .busy(let answer, _): self = .busy("\(answer.code) \(answer.text)")
    case .unreachable(let reason): self = .unreachable(reason)
    case .unknown(let reason): self = .strange(reason)
    case .accepted(let answer, _): self = .strange("\(answer.code) \(answer.text)")
    }
  }
}

/// A look at the gateways that an operator has named, without a server.
package enum GatewayCheck {
  /// Time for each of them.
  private static let milliseconds: Int64 = 10_000

  /// Asks each of them, in their order. Nothing is sent to a phone.
  package static func ask(
    _ addresses: [SMSGatewayAddress], ambient: Ambient
  ) async -> [(name: String, standing: GatewayStanding)] {
    let line = GatewayLine(client: WebClient(), milliseconds: milliseconds, now: ambient.now)
    let silent = Logger(level: .error, now: ambient.now, write: { _ in })
    var found: [(name: String, standing: GatewayStanding)] = []
    for address in addresses {
      let gateway = SMSGateways.gateway(at: address, by: line, logger: silent)
      found.append((gateway.name, await gateway.check()))
    }
    return found
  }
}
