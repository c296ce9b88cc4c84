import BeckonBasics
import BeckonModel
import Foundation

/// The clients of this process by their directories, so that all who ask for one get the same, also
/// when nobody else has kept it. Each is here until it is closed.
final class OpenClients: Sendable {
  private let clients = Locked<[String: BeckonClient]>([:])

  /// The client in a directory.
  /// - Returns: the client, and whether it was made now.
  func client(
    in directory: URL, make: () throws(BeckonError) -> BeckonClient
  ) throws(BeckonError) -> (client: BeckonClient, isNew: Bool) {
    try clients.attempt { clients throws(BeckonError) in
      let path = directory.standardizedFileURL.path
      if let client = clients[path], !client.isClosed { return (client, false) }
      let client = try make()
      clients[path] = client
      return (client, true)
    }
  }

  /// Does something with the client in a directory, if there is one, while nobody makes another.
  func hold<Value>(
    _ directory: URL, _ work: (BeckonClient?) throws(BeckonError) -> Value
  ) throws(BeckonError) -> Value {
    try clients.attempt { clients throws(BeckonError) in
      let client = clients[directory.standardizedFileURL.path]
      return try work(client?.isClosed == true ? nil : client)
    }
  }

  /// Where faces work: with the client that the app has asked for itself, wherever that keeps its
  /// files. Without one, or among several, in the usual directory.
  func directoryOfFaces(usual: URL?) -> URL? {
    let own = clients.withLock { $0.filter { !$0.value.isClosed && $0.value.isShared } }
    guard own.count == 1, let path = own.keys.first, path != usual?.standardizedFileURL.path
    else { return usual }
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  /// Lets go of a client that is closed.
  func forget(_ client: BeckonClient) {
    clients.withLock { clients in clients = clients.filter { $0.value !== client } }
  }
}

extension BeckonClient {
  /// Takes the app's key in place of the one by which a vendor's face knows the app.
  func adopt(key: String) throws(BeckonError) {
    try connection.key.attempt { known throws(BeckonError) in
      guard known != key else { return }
      guard !known.hasPrefix("pk_") else {
        throw .configuredOtherwise("the key is \(known), not \(key)")
      }
      known = key
    }
  }

  /// Refuses options that ask for something else than what this client was made with.
  func expect(_ wanted: BeckonOptions) throws(BeckonError) {
    let usual = BeckonOptions()
    func differs<Value: Equatable>(_ option: KeyPath<BeckonOptions, Value>) -> Bool {
      wanted[keyPath: option] != usual[keyPath: option]
        && wanted[keyPath: option] != options[keyPath: option]
    }
    let different = [
      differs(\.queue) ? "queue" : nil, differs(\.flushEvents) ? "flushEvents" : nil,
      differs(\.flushSeconds) ? "flushSeconds" : nil,
      differs(\.timeoutSeconds) ? "timeoutSeconds" : nil,
      differs(\.readsPasteboard) ? "readsPasteboard" : nil,
      differs(\.isDebugging) ? "isDebugging" : nil,
      wanted.identityToken != nil && options.identityToken == nil ? "identityToken" : nil,
    ].compactMap(\.self)
    guard different.isEmpty else {
      throw .configuredOtherwise("other options: \(different.joined(separator: ", "))")
    }
  }
}
