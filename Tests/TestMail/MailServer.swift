import BeckonModel
import ChildProcess
import Foundation

/// A real mail server that a test starts: Debian's `aiosmtpd` on a free port of this machine, which
/// keeps what it takes. `server.py` says which recipients it treats how.
public final class MailServer: Sendable {
  /// How it is spoken to.
  public enum Security: String, Sendable {
    /// Openly.
    case none = "smtp+plain"
    /// With TLS after STARTTLS.
    case startTLS = "smtp"
    /// With TLS from the first byte on.
    case tls = "smtps"
  }

  /// A mail that it took.
  public struct Mail: Sendable {
    /// The sender of the envelope.
    public let from: String
    /// The recipient of the envelope.
    public let to: String
    /// The mail as it came: headers and body.
    public let data: String
    /// The name with which the sender greeted.
    public let hello: String
    /// Whether it came by TLS.
    public let isEncrypted: Bool
    /// Who signed in to send it.
    public let user: String?

    /// The value of a header field, its lines joined.
    public func header(_ name: String) -> String? {
      let head = data.components(separatedBy: "\r\n\r\n")[0].replacingOccurrences(
        of: "\r\n ", with: " ")
      return head.components(separatedBy: "\r\n").first { $0.hasPrefix(name + ": ") }
        .map { String($0.dropFirst(name.utf8.count + 2)) }
    }

    /// A part of the body, decoded: `text/plain` or `text/html`.
    public func part(_ type: String) -> String {
      let parts = data.components(separatedBy: "\r\n--=_").filter {
        $0.contains("Content-Type: \(type)")
      }
      let pieces = parts.first?.components(separatedBy: "\r\n\r\n") ?? []
      let encoded = pieces.dropFirst().joined(separator: "\r\n\r\n")
      let joined = encoded.replacingOccurrences(of: "=\r\n", with: "")
      return PercentEncoding.decode(
        joined.utf8.map { $0 == UInt8(ascii: "=") ? UInt8(ascii: "%") : $0 })
    }

    /// The link that the mail is about.
    public var link: String? {
      part("text/plain").components(separatedBy: "\r\n").first { $0.hasPrefix("http") }
    }
  }

  private let process: ChildProcess
  private let folder: String
  private let gateway: String
  /// A file of the certificate by which it is believed.
  public let certificate: String

  /// Starts it.
  /// - Parameter user: who must sign in, with which password.
  /// - Throws: what starting a process throws; `Failed`.
  public init(_ security: Security = .none, user: (name: String, password: String)? = nil) throws {
    folder = FileManager.default.temporaryDirectory.path + "/beckon-mail-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    certificate = folder + "/certificate.pem"
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("server.py").path
    var words = [script, folder]
    if let user { words += ["--user", user.name, "--password", user.password] }
    if security != .none {
      try Self.makeCertificate(certificate, key: folder + "/key.pem")
      words += ["--certificate", certificate, "--key", folder + "/key.pem"]
    }
    if security == .tls { words.append("--implicit") }
    // Debian's package is the system's Python's, not that of a version manager in front of it.
    process = try ChildProcess(
      "/usr/bin/python3", words, output: .pipe, errors: .file(folder + "/log"))
    let line = process.outputLine(withinSeconds: 60)
    guard let port = Int(line) else { throw Failed(description: "no port: '\(line)' in \(folder)") }
    let credentials = user.map { "\($0.name):\($0.password)@" } ?? ""
    gateway = "\(security.rawValue)://\(credentials)127.0.0.1:\(port)"
  }

  deinit {
    process.signal(SIGKILL)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// It did not start.
  public struct Failed: Error, CustomStringConvertible {
    /// What it said.
    public let description: String
  }

  /// As `--mail-gateway` takes it.
  public var url: String { gateway }

  /// Ends it, as when its machine is switched off.
  public func stop() {
    process.signal(SIGKILL)
    process.waitUntilExit()
  }

  /// All that it took, in order.
  public func mails() throws -> [Mail] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
      .sorted().map { name in
        let bytes = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
        let json = try JSONReader.read(Array(bytes))
        return Mail(
          from: json["from"]?.string ?? "", to: json["to"]?[0]?.string ?? "",
          data: json["data"]?.string ?? "", hello: json["hello"]?.string ?? "",
          isEncrypted: json["tls"] == true, user: json["user"]?.string)
      }
  }

  private static func makeCertificate(_ path: String, key: String) throws {
    let process = try ChildProcess(
      "/usr/bin/env",
      [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-nodes", "-keyout", key, "-out", path, "-days", "2", "-subj", "/CN=mail.test", "-addext",
        "subjectAltName=IP:127.0.0.1",
      ])
    guard process.waitUntilExit() == 0 else { throw Failed(description: "openssl made nothing") }
  }
}
