import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import Foundation
import Testing

@testable import BeckonCompatLinkrunner

/// How answers are read: as the vendor's client reads them, its strictness included.
@Suite struct AnswerTests {
  @Test func aWholeAnswerIsRead() throws {
    let response = try attribution(
      #""deeplink":"https://app.example.com/promo","attribution_source":"META","gaid":null"#,
      campaign: """
        {"id":"camp_XYZ123","name":"Summer","type":"INORGANIC","ad_network":"META",
         "group_name":"G","asset_group_name":"AG","asset_name":"A",
         "installed_at":"2026-05-01T10:00:00Z","store_click_at":"2026-05-01T09:59:00+00:00",
         "ad_network_campaign_id":"c","ad_set_id":"s","ad_set_name":"S","ad_creative_id":"r",
         "ad_creative_name":"R"}
        """)
    #expect(response.attributionSource == "META")
    #expect(response.deeplink == "https://app.example.com/promo")
    let campaign = try #require(response.campaignData)
    #expect(campaign.id == "camp_XYZ123")
    #expect(campaign.type == .inorganic)
    #expect(campaign.adNetwork == .meta)
    #expect(campaign.adCreativeName == "R")
    #expect(campaign.installedAt == Date(timeIntervalSince1970: 1_777_629_600))
    #expect(campaign.storeClickAt == Date(timeIntervalSince1970: 1_777_629_540))
    let dictionary = response.toDictionary()
    #expect(
      (dictionary["campaign_data"] as? [String: Any])?["installed_at"] as? String
        == "2026-05-01T10:00:00Z")
  }

  @Test func organicHasNoCampaign() throws {
    let response = try attribution(#""attribution_source":"ORGANIC""#, campaign: "null")
    #expect(response.attributionSource == "ORGANIC")
    #expect(response.campaignData == nil)
  }

  @Test(arguments: [
    ("2026-05-01T10:00:00Z", true), ("2026-05-01T10:00:00+02:00", true),
    ("2026-05-01T10:00:00.464Z", false), ("yesterday", false),
  ])
  func aDateWithDecimalsIsNone(text: String, isDate: Bool) throws {
    let campaign = #"{"id":"1","name":"N","type":"INORGANIC","installed_at":"\#(text)"}"#
    let response = try attribution("", campaign: campaign)
    #expect((response.campaignData?.installedAt != nil) == isDate)
  }

  @Test func anUnknownTypeIsOrganicAndAnUnknownNetworkNone() throws {
    let campaign = #"{"id":"1","name":"N","type":"FOO","ad_network":"TIKTOK"}"#
    let response = try attribution("", campaign: campaign)
    #expect(response.campaignData?.type == .organic)
    #expect(response.campaignData?.adNetwork == nil)
    #expect(response.attributionSource == "UNKNOWN")
  }

  @Test(arguments: [
    #"{"id":1,"name":"N","type":"INORGANIC"}"#, #"{"id":"1","type":"INORGANIC"}"#,
    #"{"id":"1","name":"N"}"#,
  ])
  func aCampaignWithoutStringsSpoilsAll(campaign: String) throws {
    let response = try attribution(#""attribution_source":"META""#, campaign: campaign)
    #expect(response.attributionSource == "Error getting attribution data")
  }

  @Test(arguments: ["null", "{}", #"{"msg":"","status":200}"#, #"{"data":[]}"#])
  func anAnswerWithoutDataIsAnError(text: String) throws {
    let response = LRAttributionDataResponse(answer: try JSONReader.read(text))
    #expect(response.attributionSource == "Error getting attribution data")
    #expect(response.campaignData == nil)
  }

  @Test func aLinkIsOursOnlyIfTheAnswerSaysSo() throws {
    let ours = LRDeeplinkResponse(
      answer: ["data": Linkrunner.DeepLink(deepLink: "app://x", isOurs: true).json])
    #expect(ours.deeplink == "app://x")
    #expect(ours.isLinkrunner)
    #expect(ours.processing == false)
    #expect(LRDeeplinkResponse(answer: ["data": [:]]).isLinkrunner == false)
    #expect(LRDeeplinkResponse(answer: nil).processing == nil)
  }

  @Test func whatTheServerWritesTheAppReads() throws {
    let campaign = Linkrunner.Campaign(
      id: "7", name: "Summer", kind: .inorganic, adNetwork: .google,
      details: [.adSetID: "s", .groupName: "g"],
      installedAt: Instant("2026-05-01T10:00:00.464Z"),
      storeClickAt: Instant("2026-05-01T09:59:00Z"))
    let data = Linkrunner.AttributionData(
      deepLink: nil, source: "GOOGLE", campaign: campaign)
    let answer = Linkrunner.Answer(message: "found", status: 200, data: data.json)
    #expect(answer.json.text.contains(#""installed_at":"2026-05-01T10:00:00Z""#))
    let read = LRAttributionDataResponse(answer: try JSONReader.read(answer.json.text))
    #expect(read.campaignData?.adNetwork == .google)
    #expect(read.campaignData?.adSetId == "s")
    #expect(read.campaignData?.groupName == "g")
    #expect(read.campaignData?.installedAt == Date(timeIntervalSince1970: 1_777_629_600))
    #expect(read.deeplink == nil)
  }

  @Test func theResponseIsCodableUnderTheWiresNames() throws {
    let text = #"{"campaign_data":{"id":"1","name":"N","type":"INORGANIC"}}"#
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let response = try decoder.decode(LRAttributionDataResponse.self, from: Data(text.utf8))
    #expect(response.attributionSource == "UNKNOWN")
    #expect(response.campaignData?.name == "N")
  }

  private func attribution(_ members: String, campaign: String) throws -> LRAttributionDataResponse
  {
    let comma = members.isEmpty ? "" : ","
    return LRAttributionDataResponse(
      answer: try JSONReader.read(
        #"{"msg":"ok","status":200,"data":{\#(members)\#(comma)"campaign_data":\#(campaign)}}"#))
  }
}
