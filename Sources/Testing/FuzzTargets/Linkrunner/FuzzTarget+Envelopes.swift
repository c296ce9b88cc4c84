import BeckonBasics
import BeckonModel
import BeckonServer

extension FuzzTarget {
  /// What reads bytes of Linkrunner's clients.
  static let linkrunner = [envelopes]

  private static let key = P256PrivateKey.make()

  /// Sealed envelopes of Linkrunner's web SDK.
  static let envelopes = FuzzTarget(
    "envelopes",
    seeds: {
      let point = Base64.url.encode(key?.point ?? [])
      let keyID = WebKeyID(Identifier(high: 1, low: 2)).text
      let sealed = Base64.url.encode([UInt8](repeating: 7, count: 40))
      return [
        """
        {"lrv":1,"kid":"\(keyID)","epk":"\(point)","iv":"AAAAAAAAAAAAAAAA","ct":"\(sealed)"}
        """,
        """
        {"lrv":1,"kid":"\(keyID)","epk":{"kty":"EC","crv":"P-256","x":"AA","y":"AA"},"iv":"","ct":""}
        """,
        #"{"lrv":2}"#,
      ]
    }()
  ) { bytes, complaints in
    guard let json = try? JSONReader.read(bytes), let key,
      let envelope = try? LinkrunnerEnvelope(json)
    else { return }
    let isOpened = (try? envelope.open(with: key)) != nil
    complaints.expect(!isOpened, "what nobody has sealed is opened")
  }
}
