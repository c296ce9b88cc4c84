import BeckonBasics
import Foundation

/// Where a client comes from. All who ask for the same directory get the same one until it is
/// closed, also those who use a vendor's names for it: one install, one person, one queue and one
/// attribution.
public enum Beckon {
  /// Version of the SDK, in each request's `User-Agent`.
  public static let version = "0.1.0"

  /// Makes a client, or gives the one that there is. Nothing is sent before the first call of its
  /// methods.
  /// - Parameters:
  ///   - url: the server: `https://go.example.com`.
  ///   - key: a publishable key, `pk_…`.
  ///   - options: what else can be set.
  /// - Throws: `BeckonError.invalidConfiguration`, `.configuredOtherwise`, `.directoryInUse`,
  ///   `.storageUnavailable`.
  public static func configure(
    url: URL, key: String, options: BeckonOptions = BeckonOptions()
  ) throws(BeckonError) -> BeckonClient {
    let client = try shared(url: url, key: key, options: options) { client throws(BeckonError) in
      try client.adopt(key: key)
      try client.expect(options)
    }
    let isFirst = client.isAskedForByApp.withLock { isAsked in (!isAsked, isAsked = true).0 }
    if isFirst {
      let identity = client.identity
      client.faces.waitForRegistration { (try? identity.current().match) == nil }
    }
    return client
  }

  /// The client for a vendor's face, with these options if there is none yet. The app's own key is
  /// as good as the face's, which stands in the bodies of its calls.
  package static func configure(
    face: VendorFace, url: URL, key: String, options: BeckonOptions
  ) throws(BeckonError) -> BeckonClient {
    let client = try shared(url: url, key: key, options: options) { _ in }
    client.faces.attach(face)
    // What waited for it.
    client.uploader.noteAppended()
    return client
  }

  private static func shared(
    url: URL, key: String, options: BeckonOptions,
    agree: (BeckonClient) throws(BeckonError) -> Void
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
    var base = url.absoluteString
    while base.hasSuffix("/") { base.removeLast() }
    let (client, isNew) = try clients.client(in: directory) { () throws(BeckonError) in
      try BeckonClient(base: base, key: key, directory: directory, options: options)
    }
    guard !isNew else { return client }
    guard client.connection.base == base else {
      throw .configuredOtherwise("the server is \(client.connection.base), not \(base)")
    }
    try agree(client)
    return client
  }

  static let clients = OpenClients()

  /// Makes a client of the keys `BeckonURL` and `BeckonKey` in the app's Info.plist.
  /// - Parameter options: what else can be set.
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
