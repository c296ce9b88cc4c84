import BeckonBasics
import BeckonEngine
import Foundation

/// Asks the system for the addresses of a host.
enum AddressLookup {
  /// Time that a name server gets, in milliseconds.
  private static let milliseconds: UInt64 = 5_000

  /// All addresses of a host; empty when it has none or nobody knew in time. The system's look-up
  /// blocks and cannot be stopped, so it gets a thread of its own.
  static func addresses(of host: String) async -> [NetworkAddress] {
    if let address = NetworkAddress(host) { return [address] }
    let answer = Locked<CheckedContinuation<[NetworkAddress], Never>?>(nil)
    @Sendable func give(_ addresses: [NetworkAddress]) {
      let waiting = answer.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      waiting?.resume(returning: addresses)
    }
    let timer = Task {
      // Sleeps because: this is the bound on what a name server may take.
      try await Task.sleep(nanoseconds: milliseconds * 1_000_000)
      give([])
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { continuation in
      answer.withLock { $0 = continuation }
      Thread.detachNewThread { give(lookUp(host)) }
    }
  }

  private static func lookUp(_ host: String) -> [NetworkAddress] {
    var hints = addrinfo()
    #if os(Linux)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    return sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { entry in
      entry.flatMap { text(of: $0.pointee) }.flatMap { NetworkAddress($0) }
    }
  }

  private static func text(of entry: addrinfo) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let status = getnameinfo(
      entry.ai_addr, entry.ai_addrlen, &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
    guard status == 0 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
