import ChildProcess
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A real Kannel that a test starts: Debian's `bearerbox` and `smsbox`, bound to a message center,
/// all on this machine. What it has taken and not yet handed on stands in its folder, and outlives
/// it.
public final class Kannel: @unchecked Sendable {
  /// It did not start.
  public struct Failed: Error, CustomStringConvertible {
    /// What it said.
    public let description: String
  }

  /// Its folder.
  public let folder: String
  private let ports: [Int]
  private let configuration: String
  private var processes: [ChildProcess] = []

  /// Starts one.
  /// - Parameters:
  ///   - center: the port of the message center.
  ///   - pendingMax: messages that it hands on before the first is confirmed. When it dies, it
  ///     hands these on once more.
  /// - Throws: when it is not installed, or does not come up.
  public init(folder: String, center: Int, pendingMax: Int = 100) async throws {
    self.folder = folder
    ports = try Self.freePorts(3)
    configuration = folder + "/kannel.conf"
    for name in ["store", "receipts"] {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + name, withIntermediateDirectories: true)
    }
    try Self.text(folder, ports, center: center, pendingMax: pendingMax)
      .write(toFile: configuration, atomically: true, encoding: .utf8)
    try await start()
  }

  deinit {
    for process in processes { process.signal(SIGKILL) }
  }

  /// As `SMSGatewayAddress` takes it.
  public var url: String { "kannel+http://beckon:secret@127.0.0.1:\(ports[2])" }

  /// Starts it again after `kill()`.
  /// - Throws: `Failed`.
  public func start() async throws {
    let bearer = try ChildProcess(
      "/usr/sbin/bearerbox", [configuration], errors: .file(folder + "/bearer.out"))
    processes = [bearer]
    try await wait("bearerbox") { $0.contains("Status: running") }
    processes.append(try smsbox())
    try await wait("smsbox") { $0.contains("smsbox:") && $0.contains("(online") }
  }

  private func smsbox() throws -> ChildProcess {
    try ChildProcess("/usr/sbin/smsbox", [configuration], errors: .file(folder + "/sms.out"))
  }

  /// Starts `smsbox` again if it has died by itself, as operators of one have it done: now and then
  /// it does when a server goes away that it is telling something.
  /// - Throws: when it cannot be started.
  public func keepRunning() throws {
    guard let last = processes.indices.last, !processes[last].isRunning else { return }
    processes[last] = try smsbox()
  }

  /// Ends it, as when its machine is switched off.
  public func kill() {
    for process in processes { process.signal(SIGKILL) }
    for process in processes { process.waitUntilExit() }
    processes = []
  }

  /// What it says of itself; empty when it does not answer.
  public var status: String {
    let url = "http://127.0.0.1:\(ports[0])/status.txt?password=admin"
    let words = ["curl", "--silent", "--noproxy", "*", "--max-time", "10", url]
    let process = try? ChildProcess("/usr/bin/env", words, output: .pipe)
    let bytes = process?.output?.readDataToEndOfFile() ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  private func wait(_ what: String, until isSo: (String) -> Bool) async throws {
    for _ in 0..<1_200 {
      if isSo(status) { return }
      guard processes.allSatisfy(\.isRunning) else { break }
      // Sleeps because: another program has to come up.
      try await Task.sleep(nanoseconds: 50_000_000)
    }
    throw Failed(description: "\(what) did not come up; see \(folder)")
  }

  /// Ports that nobody listens on.
  private static func freePorts(_ count: Int) throws -> [Int] {
    var sockets: [Int32] = []
    defer { for socket in sockets { close(socket) } }
    return try (0..<count).map { _ in
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      sockets.append(socket)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
        }
      }
      guard isBound else { throw Failed(description: "no free port") }
      return Int(UInt16(bigEndian: address.sin_port))
    }
  }

  private static func text(
    _ folder: String, _ ports: [Int], center: Int, pendingMax: Int
  ) -> String {
    """
    group = core
    admin-port = \(ports[0])
    admin-interface = 127.0.0.1
    admin-password = admin
    smsbox-port = \(ports[1])
    smsbox-interface = 127.0.0.1
    store-type = spool
    store-location = \(folder)/store
    dlr-storage = spool
    dlr-spool = \(folder)/receipts
    box-allow-ip = 127.0.0.1
    box-deny-ip = *.*.*.*
    sms-resend-freq = 1
    sms-resend-retry = 60

    group = smsc
    smsc = smpp
    smsc-id = center
    interface-version = 34
    host = 127.0.0.1
    port = \(center)
    transceiver-mode = true
    smsc-username = user
    smsc-password = word
    system-type = ""
    source-addr-autodetect = true
    dest-addr-ton = 1
    dest-addr-npi = 1
    msg-id-type = 0
    reconnect-delay = 1
    max-pending-submits = \(pendingMax)

    group = smsbox
    bearerbox-host = 127.0.0.1
    sendsms-port = \(ports[2])
    sendsms-interface = 127.0.0.1
    mo-recode = false
    http-request-retry = 100
    http-queue-delay = 1

    group = sendsms-user
    username = beckon
    password = secret
    concatenation = true
    max-messages = 10
    user-allow-ip = 127.0.0.1

    """
  }
}
