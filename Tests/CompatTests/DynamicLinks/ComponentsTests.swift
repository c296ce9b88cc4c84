import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatDynamicLinks

/// Links in the making: what they say, and what is asked of the server.
@Suite struct DynamicLinkComponentsTests {
  private let app = DynamicLinksApp()
  private let server = InMemoryServer()

  private static func components() throws -> DynamicLinkComponents {
    let link = try #require(URL(string: "https://mygame.example.com/?invitedby=a-b"))
    return try #require(
      DynamicLinkComponents(link: link, domainURIPrefix: "https://links.example.com/promo/"))
  }

  @Test("Every parameter object has its parameters, each byte but letters and digits encoded")
  func everyParameter() throws {
    let components = try Self.components()
    let page = URL(string: "https://a.example")
    let ios = DynamicLinkIOSParameters(bundleID: "com.example.ios")
    (ios.appStoreID, ios.fallbackURL, ios.customScheme) = ("123", page, "mygame")
    (ios.iPadBundleID, ios.iPadFallbackURL, ios.minimumAppVersion) = ("pad", page, "1.0.1")
    components.iOSParameters = ios
    let android = DynamicLinkAndroidParameters(packageName: "com.example.android")
    (android.fallbackURL, android.minimumVersion) = (page, 125)
    components.androidParameters = android
    components.analyticsParameters = DynamicLinkGoogleAnalyticsParameters(
      source: "s", medium: "m", campaign: "c")
    components.analyticsParameters?.term = "t"
    components.analyticsParameters?.content = "ü"
    let store = DynamicLinkItunesConnectAnalyticsParameters()
    (store.affiliateToken, store.campaignToken, store.providerToken) = ("a", "c", "p")
    components.iTunesConnectParameters = store
    let preview = DynamicLinkSocialMetaTagParameters()
    (preview.title, preview.descriptionText, preview.imageURL) = ("T", "D", page)
    components.socialMetaTagParameters = preview
    components.navigationInfoParameters = DynamicLinkNavigationInfoParameters()
    components.navigationInfoParameters?.isForcedRedirectEnabled = true
    components.otherPlatformParameters = DynamicLinkOtherPlatformParameters()
    components.otherPlatformParameters?.fallbackUrl = page
    let encoded = "https%3A%2F%2Fa%2Eexample"
    let expected = [
      "link=https%3A%2F%2Fmygame%2Eexample%2Ecom%2F%3Finvitedby%3Da%2Db",
      "ibi=com%2Eexample%2Eios", "isi=123", "ifl=" + encoded, "ius=mygame", "imv=1%2E0%2E1",
      "ipbi=pad", "ipfl=" + encoded, "at=a", "ct=c", "pt=p", "apn=com%2Eexample%2Eandroid",
      "afl=" + encoded, "amv=125", "efr=1", "ofl=" + encoded, "st=T", "sd=D", "si=" + encoded,
      "utm_source=s", "utm_medium=m", "utm_campaign=c", "utm_term=t", "utm_content=%C3%BC",
    ]
    let url = try #require(components.url?.absoluteString)
    #expect(url == "https://links.example.com/promo/?" + expected.joined(separator: "&"))
  }

  @Test("A prefix is an https URL; the first versions took a host")
  func prefixes() throws {
    let link = try #require(URL(string: "https://mygame.example.com/"))
    for prefix in ["http://a.example", "a.example", "https://", ""] {
      #expect(DynamicLinkComponents(link: link, domainURIPrefix: prefix) == nil, "\(prefix)")
    }
    let old = DynamicLinkComponents(link: link, domain: "example.page.link")
    #expect(old.url?.absoluteString.hasPrefix("https://example.page.link/?link=") == true)
    old.domain = nil
    #expect(old.url == nil)
  }

  @Test("A long link is sent as it is, with the length of the code")
  func request() async throws {
    server.answer(
      "/v1/shortLinks",
      [
        "shortLink": "https://links.example.com/Ab3x",
        "warning": [["warningCode": "UNRECOGNIZED_PARAM", "warningMessage": "odd"]],
      ])
    let long = try #require(try Self.components().url?.absoluteString)
    let (short, warnings) = try await app.session(server).shorten(long, .short)
    #expect(short.absoluteString == "https://links.example.com/Ab3x")
    #expect(warnings == ["odd"])
    _ = try await app.session(server).shorten(long, .default)
    let bodies = server.bodies(of: "/v1/shortLinks")
    #expect(bodies.map { $0["longDynamicLink"]?.string } == [long, long])
    #expect(bodies.map { $0["suffix"] } == [["option": "SHORT"], nil])
    let request = try #require(server.requests.first)
    #expect(request.url.hasSuffix("/v1/shortLinks?key=pk_test"))
    #expect(request.headers["X-Ios-Bundle-Identifier"] == "com.example.ios")
  }

  @Test("An error says what the server said, under the vendor's keys")
  func refusal() async throws {
    server.answer(
      "/v1/shortLinks",
      ["error": ["code": 400, "message": "not yours", "status": "INVALID_ARGUMENT"]], status: 400)
    let error = try #require(await failure(app.session(server)))
    #expect(error.domain == "com.firebase.durabledeeplink" && error.code == 0)
    #expect(error.localizedFailureReason == "not yours")
    #expect(error.userInfo["remoteStatus"] as? String == "INVALID_ARGUMENT")
    #expect(error.userInfo["remoteErrorCode"] as? Int == 400)
  }

  @Test("No network, no JSON and no key are told apart")
  func otherFailures() async throws {
    server.decide { _ in .notSent }
    #expect(await failure(app.session(server))?.userInfo[NSUnderlyingErrorKey] is BeckonError)
    server.decide { _ in .status(200, body: Array("<html>".utf8)) }
    let strange = await failure(app.session(server))
    #expect(strange?.localizedFailureReason == "Unrecognized server response")
    let keyless = app.session(server, DynamicLinksApp.information { $0.key = nil })
    #expect(await failure(keyless)?.localizedDescription.contains("BeckonKey") == true)
    let foreign = app.session(server, DynamicLinksApp.information { $0.key = "AIzaSy" })
    #expect(await failure(foreign)?.localizedDescription.contains("pk_") == true)
  }

  private func failure(_ session: DynamicLinksSession) async -> NSError? {
    do {
      _ = try await session.shorten("https://links.example.com/?link=https%3A%2F%2Fa", .short)
      return nil
    } catch {
      return error as NSError
    }
  }
}
