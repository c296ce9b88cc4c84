import Foundation

/// Where a client comes from. There is no shared one: keep the client where your app keeps its
/// parts.
public enum Beckon {
  /// Version of the SDK, in each request's `User-Agent`.
  public static let version = "0.1.0"

  /// Makes a client. Nothing is sent before the first call of its methods.
  /// - Parameters:
  ///   - url: the server: `https://go.example.com`.
  ///   - key: a publishable key, `pk_…`.
  /// - Throws: `BeckonError.invalidConfiguration`, `.directoryInUse`, `.storageUnavailable`.
  public static func configure(
    url: URL, key: String, options: BeckonOptions = BeckonOptions()
  ) throws(BeckonError) -> BeckonClient {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      url.host?.isEmpty == false
    else { throw .invalidConfiguration("'\(url)' must be an http or https URL with a host.") }
    guard !key.isEmpty, key.utf8.count <= 1_000, key.utf8.allSatisfy({ (33...126).contains($0) })
    else { throw .invalidConfiguration("The key is empty or has characters no key has.") }
    guard !key.hasPrefix("sk_") else {
      throw .invalidConfiguration(
        "This is a secret key, and anyone can read it out of an app. Use the key pk_….")
    }
    guard let directory = options.directory ?? BeckonOptions.usualDirectory() else {
      throw .invalidConfiguration("There is no place for files. Set BeckonOptions.directory.")
    }
    return try BeckonClient(url: url, key: key, directory: directory, options: options)
  }

  /// Makes a client of the keys `BeckonURL` and `BeckonKey` in the app's Info.plist.
  public static func configure(
    options: BeckonOptions = BeckonOptions()
  ) throws(BeckonError) -> BeckonClient {
    try configure(information: Bundle.main.infoDictionary ?? [:], options: options)
  }

  static func configure(
    information: [String: Any], options: BeckonOptions
  ) throws(BeckonError) -> BeckonClient {
    guard let text = information["BeckonURL"] as? String, let url = URL(string: text) else {
      throw .invalidConfiguration("Info.plist has no URL under BeckonURL.")
    }
    guard let key = information["BeckonKey"] as? String else {
      throw .invalidConfiguration("Info.plist has no key under BeckonKey.")
    }
    return try configure(url: url, key: key, options: options)
  }
}
