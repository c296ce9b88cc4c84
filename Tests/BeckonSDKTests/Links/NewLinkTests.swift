import BeckonContract
import BeckonModel
import BeckonTesting
import Foundation
import Testing

@testable import BeckonSDK

/// All that can be said of a link stands in the call that makes it.
@Suite struct NewLinkTests {
  private static let url = "https://shop.example/p/7"

  private static func request(_ details: (inout NewLink) -> Void) throws -> CreateLink.Request {
    var link = NewLink()
    details(&link)
    return try link.request(to: try #require(URL(string: url)), of: nil)
  }

  @Test("A link without details is only where it leads")
  func plain() throws {
    #expect(try Self.request { _ in }.json == ["url": .string(Self.url)])
  }

  @Test("Name, deep link, store visitors and parameters are sent as the API takes them")
  func details() throws {
    let request = try Self.request {
      $0.name = "Autumn"
      $0.deepLink = URL(string: "shop://p/7")
      $0.storeVisitors = .everyone
      $0.passedParameters = .only(["gclid"])
    }
    #expect(
      request.json == [
        "url": .string(Self.url), "name": "Autumn", "deep_link": "shop://p/7",
        "store_visitors": "everyone", "pass_parameters": ["gclid"],
      ])
    #expect(try CreateLink.Request(Fields(request.json, isStrict: true)) == request)
  }

  @Test("What is said of one platform stands in its object")
  func platforms() throws {
    let request = try Self.request {
      $0.appStore = URL(string: "https://apps.apple.com/app/id1")
      $0.appStoreOnIPad = URL(string: "https://apps.apple.com/app/id2")
      $0.iosScheme = "com.example.shop"
      $0.iosMinimumVersion = "1.0.1"
      $0.androidPackage = "com.example.shop"
      $0.androidMinimumVersion = 12
      $0.androidDeepLink = URL(string: "shop://p/7")
    }
    #expect(
      request.json["ios"] == [
        "url": "https://apps.apple.com/app/id1", "ipad_url": "https://apps.apple.com/app/id2",
        "scheme": "com.example.shop", "minimum_version": "1.0.1",
      ])
    #expect(
      request.json["android"] == [
        "package": "com.example.shop", "minimum_version": 12, "deep_link": "shop://p/7",
      ])
    #expect(try CreateLink.Request(Fields(request.json, isStrict: true)) == request)
  }

  @Test(
    "Each choice has its word",
    arguments: [
      (NewLink.StoreVisitors.phones, NewLink.PassedParameters.none, "phones", "none"),
      (.everyone, .all, "everyone", "all"),
    ])
  func words(
    visitors: NewLink.StoreVisitors, passed: NewLink.PassedParameters, visitorsWord: String,
    passedWord: String
  ) throws {
    let json = try Self.request {
      $0.storeVisitors = visitors
      $0.passedParameters = passed
    }.json
    #expect(json["store_visitors"] == .string(visitorsWord))
    #expect(json["pass_parameters"] == .string(passedWord))
  }

  @Test("Whatever the API takes of a new link, the SDK can say, but for whose it is")
  func complete() throws {
    let all = try Self.request {
      $0.code = "AUTUMN"
      $0.isShort = true
      $0.campaign = CampaignID(Identifier(high: 1, low: 2)).text
      $0.appStore = URL(string: "https://a.example")
      $0.googlePlay = URL(string: "https://g.example")
      $0.title = "t"
      $0.utm = ["source": "s"]
      $0.expiresAt = Date(timeIntervalSince1970: 1_900_000_000)
      $0.name = "n"
      $0.deepLink = URL(string: "shop://p")
      $0.storeVisitors = .phones
      $0.passedParameters = .all
      $0.domain = "go.example/promo"
      $0.fillsPasteboard = false
    }
    let said = Set((all.json.members ?? []).map(\.name))
    let taken = Set(CreateLink.Request.changeable + CreateLink.Request.fixed)
    #expect(taken.subtracting(said) == ["referrer"])
  }
}
