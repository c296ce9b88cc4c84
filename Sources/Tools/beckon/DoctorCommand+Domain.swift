import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension DoctorCommand {
  /// Looks at a link host from outside, as Apple and Google do before a phone opens links in an
  /// app. `http://…` is for a look before there is a certificate.
  static func domain(
    _ text: String, _ address: DatabaseAddress, publicURL: String?
  ) async -> [Finding] {
    let base = text.contains("://") ? text : "https://" + text
    guard let url = URLComponents(string: base), let host = url.host?.lowercased(),
      ["http", "https"].contains(url.scheme ?? ""), url.path.isEmpty || url.path == "/"
    else {
      return [Finding("domain", .fail, "'\(text)' is no host", remedy: "--domain go.example.com")]
    }
    let site = base.hasSuffix("/") ? String(base.dropLast()) : base
    let apps = await published(address)
    let owners = apps.filter { !$0.linkPaths(on: host).isEmpty }
    let owner = owners.first
    return [
      url.scheme == "https"
        ? Finding("domain", .ok, "\(host) is asked by https")
        : Finding(
          "domain", .fail, "\(host) is asked by http: phones ask by https only",
          remedy: "get a certificate, then: beckon doctor --domain \(host)"),
      ownership(host, owners, publicURL: publicURL),
      await file("apple-app-site-association", site + Associations.applePath) {
        apple($0, owner)
      },
      await file("assetlinks.json", site + Associations.googlePath) { google($0, owner) },
    ]
  }

  /// The server's own host is refused as one app's.
  private static func ownership(
    _ host: String, _ owners: [PublishedApp], publicURL: String?
  ) -> Finding {
    if owners.count > 1 {
      return Finding("link-domain", .ok, "\(host) is shared by \(owners.count) apps, by path")
    }
    if !owners.isEmpty { return Finding("link-domain", .ok, "\(host) is one app's alone") }
    if publicURL.flatMap(URLComponents.init(string:))?.host?.lowercased() == host {
      return Finding("link-domain", .ok, "\(host) is the server's own: it serves the files of all")
    }
    return Finding(
      "link-domain", .warn, "\(host) is in no app's link_domains: it serves the files of all",
      remedy:
        "if it is the server's own: --public-url https://\(host); if one app's: PATCH /v1/app {\"link_domains\": [\"\(host)\"]}"
    )
  }

  private static func published(_ address: DatabaseAddress) async -> [PublishedApp] {
    if case .sqlite(let path) = address, !FileManager.default.fileExists(atPath: path) { return [] }
    guard !address.isMissing, let database = try? address.open() else { return [] }
    let apps = try? await database.read { try Accounts.published($0) }
    await database.close()
    return apps ?? []
  }

  // MARK: One file

  /// A file as it was answered.
  private struct Answer {
    let status: Int
    let contentType: String
    let json: JSON?
    let byteCount: Int
  }

  private static func file(
    _ check: String, _ address: String, _ judge: (Answer) -> (Verdict, String, remedy: String?)
  ) async -> Finding {
    guard let url = URL(string: address) else {
      return Finding(check, .fail, "\(address) is no address", remedy: "--domain go.example.com")
    }
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.timeoutInterval = 10
    do {
      let (data, response) = try await URLSession.shared.data(for: request)
      if let final = response.url, final != url {
        return Finding(
          check, .fail, "it redirects to \(final.absoluteString), which phones do not follow",
          remedy: "answer \(url.path) on this host itself: exclude it from redirects in the proxy")
      }
      let http = response as? HTTPURLResponse
      let (verdict, text, remedy) = judge(
        Answer(
          status: http?.statusCode ?? 0,
          contentType: http?.value(forHTTPHeaderField: "Content-Type") ?? "none",
          json: try? JSONReader.read(Array(data)), byteCount: data.count))
      return Finding(check, verdict, text, remedy: remedy)
    } catch {
      return Finding(
        check, .fail, "cannot be read: \(error.localizedDescription)",
        remedy: "is the name in the DNS, and the certificate valid? curl -v \(address)")
    }
  }

  private static func apple(
    _ answer: Answer, _ owner: PublishedApp?
  ) -> (Verdict, String, remedy: String?) {
    let set = "PATCH /v1/app {\"ios\": {\"bundle_id\": …, \"team_id\": …}}"
    if answer.status == 404, let owner, owner.ios == nil {
      return (.ok, "not served: the app has no ios settings", nil)
    }
    if let wrong = unreadable(answer, set) { return wrong }
    guard answer.byteCount <= Associations.bytesMax else {
      return (
        .fail, "it has \(answer.byteCount) bytes, Apple reads \(Associations.bytesMax)",
        "give apps link_domains of their own, so that each file holds one app"
      )
    }
    let ids = Associations.appIDs(in: answer.json ?? .null)
    guard !ids.isEmpty else { return (.fail, "it names no app", set) }
    if let wrong = ids.first(where: { !isAppID($0) }) {
      return (.fail, "'\(wrong)' is no TEAM.BUNDLE: a team has ten letters and digits", set)
    }
    if let id = owner?.ios?.appID, !ids.contains(id) {
      return (.fail, "it does not name \(id)", "is another file in front of the server's?")
    }
    if let ios = owner?.ios, ios.teamID == nil {
      return (.fail, "the app has no team_id, so it is not named", set)
    }
    return (.ok, "names " + ids.joined(separator: ", "), nil)
  }

  private static func google(
    _ answer: Answer, _ owner: PublishedApp?
  ) -> (Verdict, String, remedy: String?) {
    let set = "PATCH /v1/app {\"android\": {\"package\": …, \"sha256\": […]}}"
    if answer.status == 404, let owner, owner.android == nil {
      return (.ok, "not served: the app has no android settings", nil)
    }
    if let wrong = unreadable(answer, set) { return wrong }
    let packages = Associations.packages(in: answer.json ?? .null)
    guard !packages.isEmpty else { return (.fail, "it names no package", set) }
    for (package, fingerprints) in packages {
      let isWrong = fingerprints.contains { Associations.fingerprint($0) != $0 }
      guard !isWrong, !fingerprints.isEmpty else {
        return (.fail, "\(package) has no fingerprint as Google writes it, 14:6D:…", set)
      }
    }
    if let android = owner?.android {
      let wanted = Set(android.certificateFingerprints.compactMap(Associations.fingerprint))
      guard wanted.isSubset(of: packages[android.package] ?? []) else {
        return (
          .fail, "it does not name \(android.package) with all its certificates",
          "is another file in front of the server's?"
        )
      }
    }
    return (.ok, "names " + packages.keys.map(\.text).sorted().joined(separator: ", "), nil)
  }

  private static func unreadable(
    _ answer: Answer, _ set: String
  ) -> (Verdict, String, remedy: String?)? {
    guard answer.status == 200 else {
      return (
        .fail, "it is answered \(answer.status), must be 200",
        answer.status == 404 ? set : "is the proxy's backend 'beckon serve'?"
      )
    }
    let type = answer.contentType.prefix { $0 != ";" }
    guard type == "application/json" else {
      return (
        .fail, "its Content-Type is \(type), must be application/json",
        "let the proxy pass the server's Content-Type on"
      )
    }
    guard answer.json != nil else {
      return (.fail, "it is not JSON", "is another file in front of the server's?")
    }
    return nil
  }

  private static func isAppID(_ text: String) -> Bool {
    let parts = text.split(separator: ".", maxSplits: 1)
    return parts.count == 2 && parts[0].utf8.count == 10
      && parts[0].allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
  }
}
