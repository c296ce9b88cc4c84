import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation

extension DoctorCommand {
  /// A message that has been due for so long was not taken by anybody.
  static let patienceMilliseconds = 5 * Span.minuteMilliseconds

  /// Whether there is a gateway where something needs one, and whether messages go out.
  static func mail(_ address: DatabaseAddress, gateways: String?) async -> [Finding] {
    if let gateways {
      do {
        _ = try MailGateway.list(gateways)
      } catch {
        return [
          Finding(
            "mail", .fail, "--mail-gateway \(error.description)",
            remedy: "smtp://USER:PASSWORD@mail.example.com:587")
        ]
      }
    }
    guard let standing = await standing(address), standing.senders > 0 || gateways != nil else {
      return []
    }
    return findings(standing, hasGateway: gateways != nil)
  }

  private static func findings(_ standing: MessageStanding, hasGateway: Bool) -> [Finding] {
    var findings: [Finding] = []
    if !hasGateway {
      findings.append(
        Finding(
          "mail", .warn,
          (standing.senders == 1 ? "an app sends" : "\(standing.senders) apps send")
            + " mails, and no gateway was given here",
          remedy: "--mail-gateway, or BECKON_MAIL_GATEWAY, as the server has it"))
    }
    if standing.late > 0 {
      findings.append(
        Finding(
          "mail", .warn, "\(standing.late) messages have waited for a gateway for over 5 minutes",
          remedy: "does the server have --mail-gateway? Its log names a gateway that fails"))
    }
    if standing.uncertain > 0 {
      findings.append(
        Finding(
          "mail", .warn, "\(standing.uncertain) messages may have been sent, or not",
          remedy: "GET /v1/messages?state=uncertain; POST /v1/messages/{message}/resend"))
    }
    return findings.isEmpty ? [Finding("mail", .ok, "no message waits")] : findings
  }

  private static func standing(_ address: DatabaseAddress) async -> MessageStanding? {
    if case .sqlite(let path) = address, !FileManager.default.fileExists(atPath: path) {
      return nil
    }
    guard !address.isMissing, let database = try? address.open() else { return nil }
    let late = Ambient.system.now().adding(milliseconds: -patienceMilliseconds)
    let standing = try? await database.read { try MessageStanding(.mail, dueBefore: late, $0) }
    await database.close()
    return standing
  }
}
