import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What of an app the world may see: where its links are, and which programs open them.
public struct PublishedApp: Sendable {
  /// The tenant's number.
  public let number: Int64
  /// The tenant's id.
  public let id: AppID
  /// Hosts, or hosts with a path, whose links belong to it alone.
  public let linkDomains: [String]
  /// The app on Apple's platforms.
  public let ios: IOSApp?
  /// The app on Android.
  public let android: AndroidApp?
}

extension PublishedApp {
  /// The paths under which links on a host are this app's alone: `/promo`, and `` for the whole
  /// host.
  public func linkPaths(on host: String) -> [String] {
    linkDomains.compactMap { LinkPrefix($0) }.filter { $0.host == host }
      .map { $0.path.map { "/" + $0 }.joined() }
  }
}

extension Accounts {
  /// Every app, oldest first, as far as the world may see it.
  /// - Throws: `DatabaseError`.
  public static func published(_ connection: any Connection) throws -> [PublishedApp] {
    try connection.rows("SELECT number, settings, id FROM apps ORDER BY number", []) { row in
      do {
        let settings = try AppSettings().changed(by: Fields(try row.json(1)))
        return PublishedApp(
          number: row.integer(0), id: row.id(2), linkDomains: settings.linkDomains,
          ios: settings.ios,
          android: settings.android)
      } catch let error as FieldError {
        throw DatabaseError.corrupt("'\(error.path)' \(error.reason)")
      }
    }
  }
}

extension Array where Element == PublishedApp {
  /// The app that a postback is about: the one with this number in the App Store. Where several
  /// claim it, the one to which the host belongs, else the oldest; where none does, as with
  /// development builds, whose number is 0, the one to which the host belongs.
  public func advertised(_ appStoreID: Int64, host: String) -> PublishedApp? {
    let claiming = filter { $0.ios?.appStoreNumber == appStoreID && appStoreID > 0 }
    let owner =
      first { $0.linkPaths(on: host).contains("") } ?? first { !$0.linkPaths(on: host).isEmpty }
    return claiming.first { $0.number == owner?.number } ?? claiming.first ?? owner
  }
}

extension IOSApp {
  /// The number in the App Store, which some write as `id123`.
  var appStoreNumber: Int64? {
    appStoreID.flatMap { Int64($0.hasPrefix("id") ? String(Substring($0.utf8.dropFirst(2))) : $0) }
  }
}
