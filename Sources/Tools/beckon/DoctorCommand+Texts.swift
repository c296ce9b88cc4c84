import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonServer
import BeckonStore
import Foundation

extension DoctorCommand {
  /// Whether there is a gateway for text messages where something needs one, whether it would take
  /// them, whether they go out, and which numbers they no longer go to.
  static func texts(_ address: DatabaseAddress, gateways: String?) async -> [Finding] {
    var gatewayFindings: [Finding] = []
    if let gateways {
      do {
        gatewayFindings = await asked(try SMSGatewayAddress.list(gateways))
      } catch {
        return [
          Finding(
            "sms", .fail, "--sms-gateway \(error.description)",
            remedy: "twilio+https://ACCOUNT:TOKEN@api.twilio.com, infobip+https://KEY@HOST, "
              + "kannel+https://USER:PASSWORD@HOST:PORT")
        ]
      }
    }
    guard let standing = await textStanding(address),
      standing.messages.senders > 0 || gateways != nil
    else { return gatewayFindings }
    let findings = findings(standing, hasGateway: gateways != nil)
    return gatewayFindings
      + (findings.isEmpty
        ? [Finding("sms", .ok, "no text message has waited for a gateway for over 5 minutes")]
        : findings)
  }

  /// What each gateway says to a call without a message.
  private static func asked(_ addresses: [SMSGatewayAddress]) async -> [Finding] {
    await GatewayCheck.ask(addresses, ambient: .system).map { name, standing in
      switch standing {
      case .ready:
        Finding("sms-gateway", .ok, "\(name) answers, and would take messages from here")
      case .barring(let reason):
        Finding(
          "sms-gateway", .fail, "\(name) takes nothing from here: \(reason)",
          remedy: "the user, password or key in --sms-gateway; docs/SMS.md has the URLs")
      case .busy(let reason):
        Finding(
          "sms-gateway", .warn, "\(name) takes nothing just now: \(reason)",
          remedy: "if it stays so, ask who keeps it; text messages wait meanwhile")
      case .unreachable(let reason):
        Finding(
          "sms-gateway", .fail, "\(name) cannot be reached: \(reason)",
          remedy: "host and port in --sms-gateway, and whether it runs")
      case .strange(let reason):
        Finding(
          "sms-gateway", .warn, "\(name) answers as no such gateway does: \(reason)",
          remedy: "host, port and path in --sms-gateway, and what stands in front of it")
      }
    }
  }

  private static func findings(_ standing: TextStanding, hasGateway: Bool) -> [Finding] {
    var findings: [Finding] = []
    func warn(_ text: String, remedy: String) {
      findings.append(Finding("sms", .warn, text, remedy: remedy))
    }
    if !hasGateway {
      warn(
        "\(standing.messages.senders) apps send text messages, and no gateway was given here",
        remedy: "--sms-gateway, or BECKON_SMS_GATEWAY, as the server has it")
    }
    if standing.messages.late > 0 {
      warn(
        "\(standing.messages.late) text messages have waited for a gateway for over 5 minutes",
        remedy: "does the server have --sms-gateway? Its log names a gateway that fails")
    }
    if standing.messages.uncertain > 0 {
      warn(
        "\(standing.messages.uncertain) text messages may have been sent, or not",
        remedy: "GET /v1/messages?state=uncertain; POST /v1/messages/{message}/resend")
    }
    if !standing.stopped.isEmpty {
      warn(
        "nothing goes to numbers that begin with \(standing.stopped.joined(separator: ", ")), "
          + "since nobody follows the invitations there",
        remedy: "look who invites them: GET /v1/messages?phone=…, GET /v1/invites")
    }
    return findings
  }

  private static func textStanding(_ address: DatabaseAddress) async -> TextStanding? {
    if case .sqlite(let path) = address, !FileManager.default.fileExists(atPath: path) {
      return nil
    }
    guard !address.isMissing, let database = try? address.open() else { return nil }
    let now = Ambient.system.now()
    let late = now.adding(milliseconds: -patienceMilliseconds)
    let standing = try? await database.read {
      try TextStanding(at: now, dueBefore: late, $0)
    }
    await database.close()
    return standing
  }
}
