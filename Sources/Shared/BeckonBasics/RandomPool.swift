#if !canImport(CryptoKit)
  import CBeckonCrypto
#endif

/// The system's random source, asked for four kilobytes at a time: a system call for each word
/// cost a redirect as much as its look-ups.
final class RandomPool: Sendable {
  private static let words = 512
  private let left = Locked<[UInt64]>([])

  /// 64 bits of chance, good enough for tokens; given out once.
  func next() -> UInt64 {
    left.withLock { left in
      if left.isEmpty { left = Self.fetch() }
      return left.removeLast()
    }
  }

  private static func fetch() -> [UInt64] {
    #if canImport(CryptoKit)
      var generator = SystemRandomNumberGenerator()
      return (0..<words).map { _ in generator.next() }
    #else
      return [UInt64](unsafeUninitializedCapacity: words) { buffer, count in
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        // It fails only while the system has no randomness yet; guessable tokens are no
        // alternative.
        while RAND_bytes(bytes.baseAddress, Int32(bytes.count)) != 1 {}
        count = words
      }
    #endif
  }
}
