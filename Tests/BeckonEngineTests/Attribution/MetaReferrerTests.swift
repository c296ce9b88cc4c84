import BeckonModel
import Testing

@testable import BeckonEngine

@Suite("What Meta seals in install referrers")
struct MetaReferrerTests {
  private static let json =
    #"{"app":123,"t":1693978124,"source":{"data":"AFe56cf6","nonce":"b7203c6a6fb633d16e9cf5c1"}}"#

  @Test("is found, plain or percent-encoded, among other parameters or alone")
  func found() throws {
    let (json, once) = (Self.json, PercentEncoding.encode(Self.json))
    let plain = "utm_source=apps.facebook.com&utm_campaign=fb4a&utm_content="
    for text in [
      plain + json, plain + once, plain + PercentEncoding.encode(once),
      PercentEncoding.encode(plain + once), json, once, "utm_content=" + once + "&utm_term=x",
    ] {
      let found = try #require(MetaReferrer(installReferrer: text), "\(text)")
      #expect(found.data == [0xAF, 0xE5, 0x6C, 0xF6])
      #expect(found.nonce.count == 12)
    }
  }

  @Test(
    "is not found where it is not, or damaged",
    arguments: [
      "", "utm_source=google-play&utm_medium=organic", "utm_content=Parrot", "utm_content={",
      #"utm_content={"source":{}}"#, #"utm_content={"source":{"data":"zz","nonce":"00"}}"#,
      #"utm_content={"source":{"data":"00"}}"#, #"utm_content={"source":"facebook"}"#,
      #"utm_content={"source":{"data":1,"nonce":2}}"#, "%", "%%%",
    ])
  func missing(text: String) {
    #expect(MetaReferrer(installReferrer: text) == nil)
  }

  @Test("names campaign, ad set and ad by the names that advertisers know")
  func names() throws {
    let campaign = try #require(
      MetaCampaign([
        "ad_id": 12345, "adgroup_id": "54321", "adgroup_name": "Parrot",
        "campaign_id": "987654", "campaign_name": "Adults", "campaign_group_id": "654321",
        "campaign_group_name": "Summer", "account_id": "444444",
        "ad_objective_name": "APP_INSTALLS", "is_instagram": true, "new_field": "x",
      ]))
    #expect(campaign["account_id"] == "444444")
    #expect(campaign["new_field"] == nil)
    #expect(MetaCampaign(campaign.json) == campaign)
    let said = campaign.parameters
    #expect(said.network == .meta)
    #expect(
      said.json == [
        "ad_id": "12345", "ad_name": "Parrot", "adset_id": "987654", "adset_name": "Adults",
        "campaign_id": "654321", "campaign_name": "Summer", "utm_source": "instagram",
      ])
  }

  @Test("says nothing where there is nothing of a campaign in it")
  func nothing() {
    for json: JSON? in [nil, .null, [:], "text", ["x": "y"], ["ad_id": ""], ["ad_id": ["1"]]] {
      #expect(MetaCampaign(json) == nil)
    }
    let long = String(repeating: "x", count: AdParameters.valueBytes + 1)
    #expect(MetaCampaign(["ad_id": .string(long)]) == nil)
  }

  @Test("comes before what is plain, and is itself the name of no advertisement")
  func order() {
    let referrer = "utm_source=apps.facebook.com&utm_campaign=fb4a&utm_content=" + Self.json
    let plain = AdParameters(device: ["install_ref": .string(referrer)])
    #expect(plain["utm_content"] == nil)
    #expect(plain["utm_campaign"] == "fb4a")
    #expect(plain.network == .meta)
    #expect(AdParameters(installReferrer: PercentEncoding.encode(referrer)) == plain)
    let both = AdParameters(
      device: [
        "install_ref": .string(referrer), "meta_campaign": ["campaign_group_name": "Summer"],
      ])
    #expect(both["campaign_name", "utm_campaign"] == "Summer")
    #expect(both["utm_campaign"] == "fb4a")
  }
}
