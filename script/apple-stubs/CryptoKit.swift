// Stands for Apple's CryptoKit, as far as Beckon uses it. Shapes from Apple's documentation.
import Foundation

public protocol Digest: Sequence, ContiguousBytes, Hashable, Sendable where Element == UInt8 {}

public protocol HashFunction: Sendable {
  associatedtype Digest: CryptoKit.Digest
  init()
  mutating func update(bufferPointer: UnsafeRawBufferPointer)
  func finalize() -> Digest
}

extension HashFunction {
  public static func hash<Bytes: DataProtocol>(data: Bytes) -> Digest { Self().finalize() }
  public mutating func update<Bytes: DataProtocol>(data: Bytes) {}
}

public struct SHA256Digest: Digest {
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: nil, count: 0))
  }
}

public struct SHA256: HashFunction {
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> SHA256Digest { SHA256Digest() }
}

public enum Insecure: Sendable {
  public struct SHA1Digest: Digest {
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
    public func withUnsafeBytes<Result>(
      _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
      try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }

  public struct SHA1: HashFunction {
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> SHA1Digest { SHA1Digest() }
  }
}

public struct SymmetricKey: ContiguousBytes, Sendable {
  public init<Bytes: ContiguousBytes>(data: Bytes) {}
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: nil, count: 0))
  }
}

public struct HashedAuthenticationCode<H: HashFunction>: Sequence, ContiguousBytes, Sendable {
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: nil, count: 0))
  }
}

public struct HMAC<H: HashFunction>: Sendable {
  public typealias MAC = HashedAuthenticationCode<H>
  public init(key: SymmetricKey) {}
  public static func authenticationCode<Bytes: DataProtocol>(
    for data: Bytes, using key: SymmetricKey
  ) -> MAC { MAC() }
  public static func isValidAuthenticationCode<Code: ContiguousBytes, Bytes: DataProtocol>(
    _ authenticationCode: Code, authenticating authenticatedData: Bytes, using key: SymmetricKey
  ) -> Bool { false }
}

public enum P256: Sendable {
  public enum Signing: Sendable {
    public struct PublicKey: Sendable {
      public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws {}
      public func isValidSignature<D: DataProtocol>(
        _ signature: ECDSASignature, for data: D
      ) -> Bool { false }
    }
    public struct ECDSASignature: Sendable {
      public init<D: DataProtocol>(derRepresentation: D) throws {}
      public init<D: DataProtocol>(rawRepresentation: D) throws {}
    }
  }
}
