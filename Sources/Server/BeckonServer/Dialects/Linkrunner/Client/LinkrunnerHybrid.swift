import BeckonContractLinkrunner
import BeckonModel

/// What older clients for React Native and Flutter need that others do not.
enum LinkrunnerHybrid {
  /// Where the vendor told of the place of the caller's address. The client for Flutter fails to
  /// read a `data` without this object; nothing is known here, so it is empty.
  static let place = JSON.Member("ip_location_data", .object([]))
}

extension LinkrunnerRequest {
  /// Whether a client calls that has one program for both systems, and says so.
  var isHybrid: Bool {
    let word = fields.value("platform")?.string
    return word == Linkrunner.platformReactNative || word == Linkrunner.platformFlutter
  }
}
