import BeckonModel

/// A gateway that takes text messages, as an operator names it: `log:`, or the URL of a Kannel, of
/// Infobip or of Twilio, `kannel+https://USER:PASSWORD@HOST:PORT/PATH`.
public enum SMSGatewayAddress: Hashable, Sendable {
  /// Writes messages to the server's log and sends nothing: for development.
  case log
  /// Kannel, the gateway of phone networks.
  case kannel(KannelAddress)
  /// Infobip, by its REST interface.
  case infobip(InfobipAddress)
  /// Twilio, by its REST interface.
  case twilio(TwilioAddress)

  /// Why a text names no gateway; what to write in its place.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, which holds no password.
    public let description: String
  }

  /// Reads one.
  /// - Throws: `Refusal`.
  public init(_ text: String) throws(Refusal) {
    guard text.utf8.count <= Limits.gatewayBytes else {
      throw Refusal(description: "is too long")
    }
    if text == "log:" {
      self = .log
      return
    }
    let url = try GatewayURL(text)
    switch url.kind {
    case .kannel: self = .kannel(try KannelAddress(url))
    case .infobip: self = .infobip(try InfobipAddress(url))
    case .twilio: self = .twilio(try TwilioAddress(url))
    }
  }

  /// Reads several, with commas between them, in the order in which they are tried.
  /// - Throws: `Refusal`.
  public static func list(_ text: String) throws(Refusal) -> [SMSGatewayAddress] {
    var gateways: [SMSGatewayAddress] = []
    for part in text.split(on: ",") { gateways.append(try SMSGatewayAddress(part)) }
    guard (1...Limits.gateways).contains(gateways.count) else {
      throw Refusal(description: "must name 1 to \(Limits.gateways) gateways")
    }
    return gateways
  }
}
