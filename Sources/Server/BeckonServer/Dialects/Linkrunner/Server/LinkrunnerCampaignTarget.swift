import BeckonEngine
import BeckonModel
import BeckonStore

/// Where a campaign's link leads. The vendor's redirects take the place of the app's own store
/// pages, and its link for desktop users is for those only.
struct LinkrunnerCampaignTarget: Sendable {
  let url: String
  let options: LinkOptions

  /// - Parameters:
  ///   - name: the campaign's new name, if it gets one.
  ///   - old: the link as it was; what `fields` leave out stays.
  /// - Throws: `FieldError`, also when there is nowhere to lead to.
  init(_ fields: Fields, name: String?, old: Link?, _ settings: AppSettings) throws {
    func address(_ name: String, _ schemes: TargetSchemes = .web) throws -> String? {
      guard let text = try fields.string(name, max: Limits.urlBytes) else { return nil }
      do throws(TargetError) {
        try Target.check(text, schemes: schemes)
      } catch {
        throw fields.error(name, error.remedy)
      }
      return text
    }
    let deepLink = try address("deeplink", .deepLink)
    let ownPage = try address("link_for_desktop_users")
    let page = ownPage ?? (Self.isPage(deepLink, old) ? deepLink : nil)
    let ios = try address("ios_web_redirect") ?? old?.options.ios
    let android = try address("android_web_redirect") ?? old?.options.android
    let instead = old?.url ?? settings.appStorePage ?? settings.playPage ?? ios ?? android
    guard let url = page ?? instead else {
      throw fields.error(
        "link_for_desktop_users",
        "is missing, so the link would lead nowhere: give it, or a 'deeplink' with https://, or "
          + "set the app's store pages with PATCH /v1/app: "
          + #"{"ios": {"app_store_id": "…"}, "android": {"package": "…"}}"#)
    }
    self.url = url
    options = LinkOptions(
      ios: ios, android: android, social: old?.options.social, utm: old?.options.utm,
      name: name ?? old?.options.name, deepLink: deepLink ?? old?.options.deepLink,
      storeVisitors: Self.storeVisitors(hasPage: page != nil, old),
      passParameters: old?.options.passParameters,
      platforms: old?.options.platforms ?? PlatformOptions(), pasteboard: old?.options.pasteboard)
  }

  /// Whether a deep link is the page on the web too: when it is there, and no page was given
  /// before.
  private static func isPage(_ deepLink: String?, _ old: Link?) -> Bool {
    guard deepLink?.hasPrefix("http") ?? false else { return false }
    guard let old, old.options.storeVisitors != .everyone else { return true }
    return old.url == old.options.deepLink
  }

  /// A link that was not made as a campaign keeps its ways.
  private static func storeVisitors(hasPage: Bool, _ old: Link?) -> StoreVisitors? {
    guard let old else { return hasPage ? .phones : .everyone }
    return old.options.storeVisitors.map { hasPage ? .phones : $0 }
  }
}
