import BeckonContract
import BeckonEngine
import BeckonModel

extension FuzzTarget {
  /// Bodies of requests, and what is kept of them: settings, rules, filters, schemas, postbacks and
  /// notifications.
  static let bodies = FuzzTarget(
    "bodies",
    seeds: [
      #"{"link_domains":["go.example"],"ios":{"bundle_id":"a"},"retention_days":{"clicks":30}}"#,
      #"{"where":{"price":{"gte":10,"in":[1]}},"when":{"payment":true},"fine":5,"coarse":"high"}"#,
      #"{"rules":[{"when":{"event":"buy","sum":{"of":"price","gte":1}},"fine":1}]}"#,
      #"{"version":"4.0","ad-network-id":"a","app-id":1,"transaction-id":"t"}"#,
      #"{"jws-string":"eyJhbGciOiJFUzI1NiJ9.e30.AAAA","ad-interaction-type":"click"}"#,
      #"{"packageName":"a","subscriptionNotification":{"purchaseToken":"t"}}"#,
      #"{"user_id":"ana","email":"a@b.example","attributes":{"a":1},"referrer":"CODE"}"#,
      #"{"events":[{"id":"1","name":"buy","user_id":"ana","at":"2026-01-01T00:00:00Z"}]}"#,
      #"{"install_id":"a","device":{"platform":"ios","screen":{"width":1,"height":2}}}"#,
      #"{"url":"https://shop.example/","code":"A","utm":{"source":"x"},"social":{"title":"t"}}"#,
      #"{"on":{"event":"buy"},"pay":{"amount":1,"unit":"points"},"to":"both","cap":{"total":5}}"#,
    ]
  ) { bytes, complaints in
    guard let json = try? JSONReader.read(bytes), let fields = try? Fields(json) else { return }
    if let settings = try? AppSettings().changed(by: fields) {
      let kept = try? AppSettings().changed(by: Fields(settings.json))
      complaints.expect(kept == settings, "settings are kept otherwise")
    }
    if let rule = try? RewardRule(fields) {
      let kept = try? RewardRule(Fields(rule.json))
      complaints.expect(kept?.json == rule.json, "a rule is kept otherwise")
    }
    if let schema = try? ConversionSchema(fields) {
      let kept = try? ConversionSchema(Fields(schema.json))
      complaints.expect(kept == schema, "a schema is kept otherwise")
    }
    if let filter = try? PropertyFilter(fields.value("where") ?? json, at: "where") {
      _ = filter.passes(json)
    }
    for postback in [
      try? Postback(skAdNetwork: fields), try? Postback(adAttributionKit: fields),
    ] {
      guard let postback else { continue }
      let (judged, _) = postback.judged(acceptsDevelopment: true) { _, _, _, _ in false }
      complaints.expect(judged != .verified, "a postback is verified that nobody signed")
    }
    _ = try? GoogleNotice(fields)
    _ = try? AppStoreNotification(fields)
    _ = Associations.packages(in: json)
    _ = Associations.appIDs(in: json)
    for element in fields.value("events")?.elements ?? [json] {
      guard let event = try? Event(Fields(element)) else { continue }
      complaints.expect((try? Event(Fields(event.json))) == event, "an event is sent otherwise")
    }
    readRequests(fields, json)
  }

  private static func readRequests(_ fields: Fields, _ json: JSON) {
    _ = try? IdentifyPerson.Request(fields)
    _ = try? RegisterInstall.Request(fields)
    _ = try? OpenLink.Request(fields)
    _ = try? CreateLink.Request(fields)
    _ = try? UpdatePerson.Request(fields)
    _ = try? Redeem.Request(fields)
    _ = try? Convert.Request(fields)
    _ = try? CreateCampaign.Request(fields)
    _ = try? CreateWebhook.Request(fields)
    _ = Problem(json: json)
  }
}
