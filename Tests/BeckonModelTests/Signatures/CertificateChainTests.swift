import BeckonBasics
import BeckonModel
import TestCertificates
import Testing

/// Certificates as the App Store's are, and those that only look so.
@Suite struct CertificateChainTests {
  private static let now = Instant(milliseconds: 1_790_000_000_000)

  private static func key(
    _ store: TestStore, roots: Set<[UInt8]>? = nil, at instant: Instant = now
  ) throws(CertificateFlaw) -> P256PublicKey {
    try CertificateChain(store.chain.map(\.bytes)).signerKey(
      .init(
        roots: roots ?? [store.rootFingerprint], signerMarker: TestStore.signerMarker,
        authorityMarker: TestStore.authorityMarker), at: instant)
  }

  private static func flaw(_ store: TestStore, at instant: Instant = now) -> CertificateFlaw? {
    do {
      _ = try key(store, at: instant)
      return nil
    } catch {
      return error
    }
  }

  @Test("The key of a sound chain is the signer's")
  func sound() throws {
    let store = try TestStore()
    let message = Array("hello".utf8)
    let signature = try store.chain[0].key.sign(message)
    #expect(try Self.key(store).verifies(signature, .raw, of: message))
    let other = try store.chain[1].key.sign(message)
    #expect(try !Self.key(store).verifies(other, .raw, of: message))
  }

  @Test("Any other root proves nothing, nor do too few certificates")
  func roots() throws {
    let (store, other) = (try TestStore(), try TestStore())
    #expect(throws: CertificateFlaw.unknownRoot) {
      try Self.key(store, roots: [other.rootFingerprint])
    }
    #expect(throws: CertificateFlaw.unknownRoot) { try Self.key(store, roots: []) }
    // The known root's bytes under somebody else's certificates.
    let forged = TestStore(chain: [other.chain[0], other.chain[1], store.chain[2]])
    #expect(Self.flaw(forged) == .broken)
    for count in [0, 1, 2, 4] {
      let chain = (0..<count).map { store.chain[min($0, 2)] }
      #expect(Self.flaw(TestStore(chain: chain)) == .unreadable)
    }
    let swapped = TestStore(chain: [store.chain[1], store.chain[0], store.chain[2]])
    #expect(Self.flaw(swapped) != nil)
    // The root's own key signs, by a chain that is shorter than it looks.
    let short = TestStore(chain: [store.chain[1], store.chain[1], store.chain[2]])
    #expect(Self.flaw(short) != nil)
  }

  @Test("Each certificate must have been valid then")
  func validity() throws {
    let store = try TestStore()
    #expect(Self.flaw(store, at: Instant(milliseconds: 1_699_999_999_999)) == .notValidThen)
    #expect(Self.flaw(store, at: Instant(milliseconds: 1_700_000_000_000)) == nil)
    #expect(Self.flaw(store, at: Instant(milliseconds: 2_000_000_001_000)) == .notValidThen)
    var terms = CertificateTerms.authority("Authority", markers: [TestStore.authorityMarker])
    terms.until = Self.now.adding(milliseconds: -1_000)
    #expect(Self.flaw(try TestStore(authority: terms)) == .notValidThen)
  }

  @Test("Who issues must be allowed to, who signs must not issue")
  func roles() throws {
    let markers = [TestStore.authorityMarker]
    var terms = CertificateTerms.signer("Authority", markers: markers)
    #expect(Self.flaw(try TestStore(authority: terms)) == .wrongRole)
    terms.isAuthority = nil
    terms.keyUsage = nil
    #expect(Self.flaw(try TestStore(authority: terms)) != nil)
    let issuing = CertificateTerms.authority("Signer", markers: [TestStore.signerMarker])
    #expect(Self.flaw(try TestStore(signer: issuing)) == .wrongRole)
    var silent = CertificateTerms.signer("Signer", markers: [TestStore.signerMarker])
    silent.keyUsage = nil
    #expect(Self.flaw(try TestStore(signer: silent)) == .wrongRole)
  }

  @Test("Each must say what it is for")
  func markers() throws {
    #expect(Self.flaw(try TestStore(signer: .signer("Signer"))) == .markerMissing)
    #expect(Self.flaw(try TestStore(authority: .authority("Authority"))) == .markerMissing)
    let swapped = CertificateTerms.signer("Signer", markers: [TestStore.authorityMarker])
    #expect(Self.flaw(try TestStore(signer: swapped)) == .markerMissing)
  }

  @Test("Damage at any byte is noticed, and what is no certificate is refused")
  func damage() throws {
    let store = try TestStore()
    let policy = CertificateChain.Policy(
      roots: [store.rootFingerprint], signerMarker: TestStore.signerMarker,
      authorityMarker: TestStore.authorityMarker)
    let sound = store.chain.map(\.bytes)
    for place in 0..<3 {
      for index in sound[place].indices {
        var damaged = sound
        damaged[place][index] ^= 1
        #expect(throws: CertificateFlaw.self, "\(place) \(index)") {
          try CertificateChain(damaged).signerKey(policy, at: Self.now)
        }
      }
    }
    for bytes in [[], [0x30], sound[0] + [0], [UInt8](repeating: 0x30, count: 9_000)] {
      #expect(throws: CertificateFlaw.unreadable) {
        try CertificateChain([bytes, sound[1], sound[2]]).signerKey(policy, at: Self.now)
      }
    }
  }
}
