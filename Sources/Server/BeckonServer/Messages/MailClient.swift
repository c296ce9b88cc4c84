import BeckonEngine

/// The one door to mail servers: hands a mail over by SMTP (RFC 5321), over libcurl, and tells what
/// came of it. Connections are kept for the next mail to the same server.
final class MailClient: Sendable {
  private let loop: WebLoop<MailTransfer>
  private let certificates: String?
  private let milliseconds: Int64

  /// - Parameters:
  ///   - certificates: a file of the certificates, as PEM, by which servers are believed; `nil` for
  ///     the system's.
  ///   - milliseconds: time for handing over one mail.
  ///   - idleMilliseconds: after so long without one connections are closed.
  init(
    certificates: String? = nil, milliseconds: Int64 = 30_000, idleMilliseconds: Int32 = 30_000
  ) {
    self.certificates = certificates
    self.milliseconds = milliseconds
    loop = WebLoop(idleMilliseconds: idleMilliseconds)
  }

  deinit { loop.stop() }

  /// Hands a mail over. The task must not be cancelled meanwhile: then nobody would know whether
  /// the server has taken it.
  func send(_ mail: OutgoingMail, through gateway: MailGateway) async -> MailOutcome {
    await loop.send(
      MailRequest(
        gateway: gateway, certificates: certificates, sender: mail.sender.address.text,
        recipient: mail.recipient.text, bytes: mail.bytes, milliseconds: milliseconds))
  }
}
