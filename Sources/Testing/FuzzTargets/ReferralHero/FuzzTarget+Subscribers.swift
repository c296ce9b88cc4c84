import BeckonContractReferralHero
import BeckonModel
import BeckonServer

extension FuzzTarget {
  /// What reads bytes of ReferralHero's clients, and of lists that the vendor has exported.
  static let referralHero = [subscribers, exports]

  /// What a call says of a subscriber: the first line is the query, the rest the body.
  static let subscribers = FuzzTarget(
    "subscribers",
    seeds: [
      "os_type=ios&screen_size=393.0%20x%20852.0\n{\"email\":\"a@example.com\",\"points\":\"1.0\"}",
      "api_token=x&mwr=a\n{\"conversionValue\":19.9,\"doubleOptIn\":true,\"extraField2\":7}",
      "screen_size=393*852\n{\"conversion_value\":\"1e400\",\"iPAddress\":\"::1\",\"EMAIL\":null}",
      "screenSize=393x\n[]", "a=%ff&&==\n{\"\":{},\"screen_size\":\"\\u0000x9e99\"}",
    ]
  ) { bytes, complaints in
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let query = QueryText(lines.first.map { Array($0).text } ?? "").parameters
    let body = lines.count > 1 ? try? JSONReader.read(Array(lines[1])) : nil
    guard let fields = try? SubscriberFields(body: body, query: query) else { return }
    for name in ["email", "screen_size", "extra_field_2", "conversion_value", "points"] {
      let text = try? fields.text(name)
      complaints.expect(
        (text?.utf8.count ?? 0) <= SubscriberFields.textBytesMax, "a text beyond its limit")
      complaints.expect(text != "", "an empty text is one")
      if (try? fields.integer(name)) != nil {
        complaints.expect(text != nil, "a number of no text")
      }
    }
    complaints.expect(
      fields.unknown.count <= SubscriberFields.membersMax, "more members than there may be")
    let size = (try? fields.text("screen_size")) ?? ""
    for platform in [Platform.ios, .android, .other] {
      guard let screen = Screen(referralHero: size, on: platform) else { continue }
      complaints.expect(
        platform != .android && screen.width > 0 && screen.height > 0, "a screen without a side")
    }
  }

  /// A row of the vendor's list below its headings.
  static let exports = FuzzTarget(
    "exports",
    seeds: [
      "Subscriber ID,Email,Referral Code,Referrer,People Referred,Status,Sign up date\n"
        + "sub_1,a@example.com,c,b@example.com,2,pending,03/02/2024 10:00",
      "email,verified,referral_link,date\na@b.example,yes,https://x.example/?mwr=%00,99/99/9999",
      "phone,first name,surname,referrer id,created\n+905321112233,A,B,sub_x,1706954400",
      "mwr,referredBy,mail\n\u{FEFF},mwr=,@", "date\n0001-01-01 99:99", "date\né/é/éééé é:é",
    ]
  ) { bytes, complaints in
    let lines = bytes.text.utf8.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
      .map { String(Substring($0)) }
    guard lines.count == 2 else { return }
    func cells(_ line: String) -> [String] {
      line.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
    }
    let (headings, values) = (cells(lines[0]), cells(lines[1]))
    guard headings.count == values.count else { return }
    let now = Instant(milliseconds: 1_780_000_000_000)
    let row = ReferralHeroExportRow(headings: headings, cells: values, goal: 2, now: now)
    if let code = row.code { complaints.expect(!code.isEmpty, "an empty code") }
    complaints.expect(row.identities.count <= 4, "more identities than columns")
    if let signedUpAt = row.signedUpAt {
      complaints.expect(
        signedUpAt.milliseconds <= now.milliseconds + 300_000, "somebody signed up in the future")
    }
    if let fault = row.fault {
      complaints.expect(!fault.isEmpty, "a refusal that does not say why")
    }
  }
}
