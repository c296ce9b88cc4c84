import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatSegmentify

/// Answers of a server on this machine, as the vendor's wire has them, and such as stop the
/// vendor's client with a fault.
@Suite(.timeLimit(.minutes(5))) @MainActor struct SegmentifyAnswerTests {
  let fake = SegmentifyFake()
  let phone = SegmentifyPhone()

  /// A run of the app whose server has a socket of its own.
  private func run() throws -> (SegmentifySession, LoopbackServer) {
    let server = try LoopbackServer { [fake] request in
      guard let response = try? fake.respond(request) else { return .hangUp }
      return .answer(response)
    }
    let session = SegmentifySession(
      phone.surroundings(.urlSession()), defaults: phone.defaults)
    session.configure { configuration in
      (configuration.key, configuration.dataCenterURL) = ("key-1", server.url)
    }
    return (session, server)
  }

  /// What the app gets for a page.
  private func recommendations(_ text: String) async throws -> [RecommendationModel] {
    fake.answer("PAGE_VIEW", text)
    let (session, server) = try run()
    let heard = Heard<[RecommendationModel]>()
    SegmentifyManager(session).sendPageView(category: "Home Page", subCategory: nil) {
      heard.add($0)
    }
    try await eventually { heard.all.count == 1 }
    let all = try #require(heard.all.first)
    let shown = all.filter { $0.instanceId?.isEmpty == false }.count
    try await eventually { fake.names.count == 1 + shown }
    await session.close()
    server.stop()
    return all
  }

  private func product(_ id: String, _ more: String = "") -> String {
    #"{"productId":"\#(id)","category":[]\#(more)}"#
  }

  private func campaign(
    _ id: String, dynamic: String, products: String, staticItems: String = "[]"
  ) -> String {
    let lists = JSON.string(dynamic).text
    return #"{"type":"recommendProducts","params":{"notificationTitle":"You may like","#
      + #""instanceId":"\#(id)","actionId":"act_\#(id)","staticItems":"#
      + JSON.string(staticItems).text
      + #","dynamicItems":\#(lists),"recommendedProducts":{\#(products)}}}"#
  }

  private func envelope(_ campaigns: String...) -> String {
    #"{"responses":[[\#(campaigns.joined(separator: ","))]],"search":[],"statusCode":"SUCCESS"}"#
  }

  private let offers =
    #"[{"recommendationSource":"OFFERS","timeFrame":"TODAY","score":"NONE","itemCount":"2"}]"#

  @Test("Each product once, no more than each list says, and an impression for each campaign")
  func recommended() async throws {
    let visited =
      #"[{"recommendationSource":"RECOMMENDATION_SOURCE_LAST_VISITED","itemCount":"5"}]"#
    let all = try await recommendations(
      envelope(
        campaign(
          "scn_1", dynamic: offers,
          products: #""OFFERS|TODAY|NONE":[\#(product("1")),\#(product("2")),\#(product("3"))]"#),
        campaign(
          "scn_2", dynamic: offers,
          products: #""OFFERS|TODAY|NONE":[\#(product("2")),\#(product("3"))]"#),
        campaign(
          "scn_3", dynamic: visited,
          products: #""RECOMMENDATION_SOURCE_LAST_VISITED":[\#(product("1"))]"#),
        campaign(
          "scn_4", dynamic: offers,
          products: #""RECOMMENDATION_SOURCE_STATIC_ITEMS":[\#(product("9"))]"#,
          staticItems: #"["9"]"#)))
    #expect(all.map(\.instanceId) == ["scn_1", "scn_2", "scn_3", "scn_4"])
    #expect(all.map(\.interactionId) == ["act_scn_1", "act_scn_2", "act_scn_3", "act_scn_4"])
    #expect(all.map { $0.products?.compactMap(\.productId) } == [["1", "2"], ["3"], ["1"], ["9"]])
    #expect(all[0].notificationTitle == "You may like" && all[0].errorString == nil)
    let told = fake.facts.dropFirst()
    #expect(told.allSatisfy { $0["type"] == "impression" && $0["name"] == "INTERACTION" })
    #expect(told.compactMap { $0["instanceId"]?.string } == ["scn_1", "scn_2", "scn_3", "scn_4"])
    #expect(told.first?["interactionId"] == "act_scn_1")
  }

  @Test func everyFieldOfAProduct() async throws {
    let more =
      #","name":"Dress","inStock":true,"url":"u","mUrl":"m","imageXL":"xl","categories":["a"],"#
      + #""price":19.9,"oldPrice":30,"brand":"Acme","params":{"a":"b","n":1},"stockCount":5,"#
      + #""paramsList":{"l":["x"]},"priceText":"19,90 €","lastUpdateTime":1700000000000,"#
      + #""labels":["new"],"specialPrice":"not a number","noUpdate":false"#
    let all = try await recommendations(
      envelope(
        campaign(
          "scn_1", dynamic: offers, products: #""OFFERS|TODAY|NONE":[\#(product("1", more))]"#)
      ))
    let shown = try #require(all.first?.products?.first)
    #expect(shown.name == "Dress" && shown.inStock == true && shown.noUpdate == false)
    #expect(shown.url == "u" && shown.mUrl == "m" && shown.imageXL == "xl" && shown.image == nil)
    #expect(shown.category == [] && shown.categories == ["a"] && shown.labels == ["new"])
    #expect(shown.price == 19.9 && shown.oldPrice == 30 && shown.specialPrice == nil)
    #expect(shown.params == ["a": "b"] && shown.paramsList == ["l": ["x"]])
    #expect(shown.priceText == "19,90 €" && shown.stockCount == 5)
    #expect(shown.lastUpdateTime == 1_700_000_000_000)
  }

  @Test(
    "What stops the vendor's client shows nothing here, once",
    arguments: [
      "{}", #"{"responses":null,"statusCode":"SUCCESS"}"#, #"{"responses":[]}"#,
      #"{"responses":[[]],"statusCode":"SUCCESS"}"#, #"{"responses":{"a":1}}"#, "[]", "7",
      #"{"responses":[[{"type":"other","params":{}}]],"statusCode":"SUCCESS"}"#,
      #"{"responses":[[{"type":"recommendProducts"}]]}"#, #"{"responses":[[null,1,"x",[]]]}"#,
      #"{"responses":[[{"type":"recommendProducts","params":{"notificationTitle":7}}]]}"#,
      #"{"statusCode":"BAD_INPUT","message":"It is bad.","responses":[[]]}"#,
    ])
  func hostile(_ text: String) async throws {
    #expect(try await recommendations(text).isEmpty)
  }

  @Test("A list that cannot be read leaves its campaign and the others")
  func halfReadable() async throws {
    let broken = offers.replacingOccurrences(of: #""2""#, with: "2")
    let all = try await recommendations(
      envelope(
        campaign("scn_1", dynamic: "not JSON", products: #""OFFERS":7"#), #"{"type":"other"}"#,
        campaign(
          "scn_2", dynamic: broken, products: #""OFFERS|TODAY|NONE":[{"no":"id"},\#(product("1"))]"#
        )))
    #expect(all.map(\.instanceId) == ["scn_1", "scn_2"])
    #expect(all.map { $0.products?.compactMap(\.productId) } == [[], ["1"]])
  }

  // MARK: Searches

  private func search(_ text: String) async throws -> SearchModel {
    fake.answer("SEARCH", text)
    let (session, server) = try run()
    let (heard, model) = (Heard<SearchModel>(), SearchPageModel())
    model.query = "Dress"
    SegmentifyManager(session).sendSearchPageView(segmentifyObject: model) { heard.add($0) }
    try await eventually { heard.all.count == 1 }
    let found = try #require(heard.all.first)
    let told = found.instanceId == nil ? 0 : 2
    try await eventually { fake.names.count == 1 + told }
    await session.close()
    server.stop()
    return found
  }

  @Test func instantSearch() async throws {
    let found = try await search(
      #"{"search":[[{"products":[\#(product("1"))],"campaign":{"instanceId":"BEFORE_SEARCH","#
        + #""name":"Before","status":"ACTIVE","devices":["IOS","PC"],"searchDelay":300,"#
        + #""minCharacterCount":3,"searchUrlPrefix":"/search?q=","mobileItemCount":4,"#
        + #""stringSearchAssetTextMap":{"EN":{"popularProductsText":"Popular"}}},"#
        + #""categoryProducts":{"Men":[\#(product("2"))]},"brandProducts":{"Acme":[]},"#
        + #""keywords":{"dress":[\#(product("3"))]},"categories":{"a":"b"},"brands":{},"#
        + #""lastSearches":["coat"]}]],"statusCode":"SUCCESS","timestamp":1}"#)
    #expect(found.products?.map(\.productId) == ["1"] && found.errorString == nil)
    #expect(found.instanceId == "BEFORE_SEARCH" && found.interactionId == "static")
    let campaign = try #require(found.campaign)
    #expect(campaign.searchDelay == 300 && campaign.minCharacterCount == 3)
    #expect(campaign.mobileItemCount == 4 && campaign.devices == ["IOS", "PC"])
    #expect(campaign.stringSearchAssetTextMap?["EN"]?.popularProductsText == "Popular")
    // The vendor's documents have four of the campaign's fields at the model's own top.
    #expect(found.name == "Before" && found.mobileItemCount == 4)
    #expect(found.stringSearchAssetTextMap?["EN"]?.popularProductsText == "Popular")
    #expect(found.categoryProducts?["Men"]?.first?.productId == "2")
    #expect(found.brandProducts?["Acme"]?.isEmpty == true)
    #expect(found.keywords?["dress"]?.count == 1 && found.lastSearches == ["coat"])
    #expect(found.categories?["a"] as? String == "b")
    let told = fake.facts.dropFirst().map { "\($0["type"]?.string ?? "")" }
    #expect(told == ["impression", "widget-view"])
    #expect(fake.facts.dropFirst().allSatisfy { $0["interactionId"] == "static" })
  }

  @Test(
    arguments: [
      #"{"search":[],"statusCode":"SUCCESS"}"#, #"{"search":[[]],"statusCode":"SUCCESS"}"#,
      #"{"search":[[{"products":7,"campaign":[],"keywords":[1]}]],"statusCode":"SUCCESS"}"#,
    ])
  func emptySearch(_ text: String) async throws {
    let found = try await search(text)
    #expect(found.products?.isEmpty == true && found.errorString == nil)
  }

  @Test func aSearchWithoutAServerSaysSo() async throws {
    fake.isOffline = true
    let session = phone.run(fake)
    let (heard, pages) = (Heard<SearchModel>(), Heard<FacetedResponseModel>())
    let manager = SegmentifyManager(session)
    manager.sendSearchPageView(segmentifyObject: SearchPageModel()) { heard.add($0) }
    manager.sendFacetedSearchPageView(segmentifyObject: SearchFacetPageModel()) { pages.add($0) }
    try await eventually { heard.all.count == 1 && pages.all.count == 1 }
    #expect(heard.all[0].errorString?.isEmpty == false && heard.all[0].products?.isEmpty == true)
    #expect(pages.all[0].errorString?.isEmpty == false && pages.all[0].products?.isEmpty == true)
    await session.close()
  }

  private func faceted(_ text: String) async throws -> FacetedResponseModel {
    fake.answer("SEARCH", text)
    let (session, server) = try run()
    let heard = Heard<FacetedResponseModel>()
    SegmentifyManager(session).sendFacetedSearchPageView(
      segmentifyObject: SearchFacetPageModel()
    ) { heard.add($0) }
    try await eventually { heard.all.count == 1 }
    await session.close()
    server.stop()
    return heard.all[0]
  }

  @Test func pageOfResults() async throws {
    let found = try await faceted(
      #"{"search":[[{"facets":[{"property":"brand","items":[{"value":"Acme","count":2}],"#
        + #""filtered":["Acme"],"viewMode":"list"}],"meta":{"total":2,"page":{"current":1,"#
        + #""rows":24,"prev":false,"next":true},"params":{"defaultOrder":"SMART_SORTING","#
        + #""currentRow":4,"currency":"€","isCurrencyPlaceBefore":true}},"contents":[{"key":"k","#
        + #""html":"<b>"}],"banners":[{"id":"b","width":"1","newtab":true}],"meanings":["m"],"#
        + #""products":[{"productId":"1","price":19.9,"params":{"a":"b","n":1},"insertTime":1}],"#
        + #""executable":false,"instanceId":"i"}]],"statusCode":"SUCCESS"}"#)
    #expect(found.facets?.first?.items?.first?.count == 2)
    #expect(found.facets?.first?.filtered == ["Acme"] && found.facets?.first?.viewMode == "list")
    #expect(found.meta?.total == 2 && found.meta?.page?.next == true)
    #expect(found.meta?.params?.currency == "€" && found.meta?.params?.currentRow == 4)
    #expect(found.contents?.first?.html == "<b>" && found.meanings == ["m"])
    #expect(found.banners?.first?.width == "1" && found.banners?.first?.newtab == true)
    let product = try #require(found.products?.first)
    #expect(product.price == 19.9 && product.params == ["a": "b"] && product.insertTime == 1)
    #expect(found.executable == false && found.instanceId == "i")
  }

  @Test("Other types than the vendor's are no fault")
  func wrongTypes() async throws {
    let found = try await faceted(
      #"{"search":[[{"facets":7,"meta":{"page":[],"params":{"currentRow":"4"}},"banners":[1],"#
        + #""products":[{"productId":"1","price":"19.9","params":{"n":1}},{"productId":2}]}]]}"#)
    #expect(found.facets == nil && found.meta?.params?.currentRow == nil)
    #expect(found.banners?.isEmpty == true && found.products?.count == 1)
    #expect(found.products?.first?.price == nil)
  }
}
