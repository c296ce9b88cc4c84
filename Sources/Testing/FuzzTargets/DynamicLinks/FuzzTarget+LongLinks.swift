import BeckonContractDynamicLinks
import BeckonEngine
import BeckonModel

extension FuzzTarget {
  /// What reads bytes of Dynamic Links' clients.
  static let dynamicLinks = [longLinks]

  /// Long links, by themselves and in the bodies that ask for a short one.
  static let longLinks = FuzzTarget(
    "long-links",
    seeds: [
      "https://go.example/?link=https%3A%2F%2Fgame.example%2F%3Finvitedby%3Dana&ibi=com.example.ios",
      "HTTPS://Go.Example:443/promo?isi=1&link=a&link=b&LINK=c&efr=1&d=1&_icp=1",
      "http://go.example/i/?&=&a&link=%&utm_source=%C3%BC+x&st=%00&sd=%E2%80%8F&si=//x",
      "https://go.example/?link=javascript%3Aalert(1)&ofl=file%3A%2F%2F%2Fetc&apn=a b&ius=tel",
      "https://user@xn--go-eka.example./promo/a%2Fb/?link=https%3A%2F%2F[::1]%2F#fragment",
      "https://go.example/?link=" + String(repeating: ":", count: 600),
      #"{"longDynamicLink":"https://go.example/?link=https%3A%2F%2Fa.example","suffix":{"option":2}}"#,
      #"{"dynamicLinkInfo":{"domainUriPrefix":"https://go.example/promo","link":"https://a.example","ios_info":{"iosBundleId":"a"}}}"#,
      #"{"dynamic_link_info":{"dynamicLinkDomain":"go.example","link":"x"},"suffix":{"option":"CUSTOM","custom_suffix":"a"}}"#,
    ]
  ) { bytes, complaints in
    let text = bytes.text
    if let link = LongDynamicLink(url: text) { check(link, &complaints) }
    guard let json = try? JSONReader.read(bytes) else { return }
    for isManaged in [false, true] {
      guard let request = try? ShortDynamicLinkRequest(json, isManaged: isManaged) else { continue }
      check(request.link, &complaints)
    }
  }

  private static func check(_ link: LongDynamicLink, _ complaints: inout Complaints) {
    complaints.expect(!link.link.isEmpty, "a long link without a link")
    complaints.expect(
      link.text.utf8.count <= LongDynamicLink.bytesMax, "a link that is too long to be kept")
    complaints.expect(
      link.values.keys.allSatisfy { !$0.isOfVisit }, "what is one visit's is the link's")
    // Under any other an app can have no links.
    guard LinkPrefix(link.prefix) != nil else { return }
    let again = LongDynamicLink(url: link.text)
    complaints.expect(again == link, "a link is kept otherwise")
    complaints.expect(
      again.map { TextKey($0.text) } == TextKey(link.text), "a link has two written forms")
  }
}
