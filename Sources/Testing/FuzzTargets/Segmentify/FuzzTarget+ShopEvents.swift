import BeckonContractSegmentify
import BeckonModel
import BeckonServer

extension FuzzTarget {
  /// What reads bytes of Segmentify's clients.
  static let segmentify = [shopEvents, pushNotifications]

  /// The body of a request with events.
  static let shopEvents = FuzzTarget(
    "shop-events",
    seeds: [
      "{\"name\":\"PAGE_VIEW\",\"userId\":\"1\",\"sessionId\":2,\"category\":\"Home Page\"}",
      "[{\"name\":\"CHECKOUT\",\"userId\":\"1\",\"sessionId\":\"2\",\"step\":\"payment\","
        + "\"totalPrice\":\"1e3\",\"productList\":[{\"productId\":7,\"quantity\":\"2.3\"}]}]",
      "[{\"name\":\"USER_OPERATIONS\",\"userId\":1,\"sessionId\":2,\"step\":\"login\","
        + "\"email\":\"é@\",\"segments\":\"a\",\"smsNtf\":\"no\"},null,[],{}]",
      "{\"name\":\"PRODUCT_VIEW\",\"userId\":\"1\",\"sessionId\":\"2\",\"productId\":\"p\","
        + "\"category\":\"A > B\",\"imageXS\":\"x\",\"activeBanners\":[{\"order\":\"1\"}]}",
      "{\"name\":\"SEARCH\",\"userId\":\"1\",\"sessionId\":\"2\",\"type\":\"faceted\","
        + "\"ordering\":{\"page\":1},\"filters\":[{\"facet\":\"b\",\"values\":[1,null]}]}",
    ]
  ) { bytes, complaints in
    guard let batch = try? SegmentifyBatch(body: bytes) else { return }
    complaints.expect(
      (1...Segmentify.eventsMax).contains(batch.events.count), "more events than there may be")
    let translated = TranslatedBatch(batch) { "\($0) \($1)" }
    complaints.expect(translated.items.count == batch.events.count, "an event without a word")
    for (item, read) in zip(translated.items, batch.events) {
      complaints.expect(item.event != nil || !item.notes.isEmpty, "a refusal without a reason")
      guard case .success(let event) = read else { continue }
      complaints.expect(
        (try? Segmentify.Event(json: event.json)) == event, "an event is not read as written")
    }
  }

  /// The body of a request about notifications.
  static let pushNotifications = FuzzTarget(
    "push-notifications",
    seeds: [
      "{\"type\":\"CLICK\",\"userId\":\"1\",\"instanceId\":\"scn_1\",\"params\":{\"a\":1}}",
      "{\"type\":\"PERMISSION_INFO\",\"deviceToken\":\"é\",\"providerType\":\"FIREBASE\","
        + "\"firebaseServerKey\":\"secret\"}",
    ]
  ) { bytes, complaints in
    guard let json = try? JSONReader.read(bytes),
      let told = try? Segmentify.PushNotification(json: json)
    else { return }
    complaints.expect(
      (try? Segmentify.PushNotification(json: told.json)) == told, "it is not read as written")
    complaints.expect(told.json["firebaseServerKey"] == nil, "a key is handed on")
  }
}
