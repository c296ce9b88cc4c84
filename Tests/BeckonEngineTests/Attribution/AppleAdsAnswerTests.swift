import BeckonEngine
import BeckonModel
import Testing

@Suite struct AppleAdsAnswerTests {
  private static let record = """
    {"attribution":true,"orgId":40669820,"campaignId":542370539,"conversionType":"Download",
     "clickDate":"2024-10-08T17:17Z","claimType":"Click","adGroupId":542317095,
     "countryOrRegion":"US","keywordId":87675432,"adId":542317136,"iad-purchase-date":"x"}
    """

  private static func answer(_ status: Int?, _ body: String = "") -> AppleAdsAnswer {
    AppleAdsAnswer(status: status, body: Array(body.utf8))
  }

  @Test("A record is read with the fields that Apple documents")
  func record() {
    #expect(
      Self.answer(200, Self.record)
        == .attributed([
          "orgId": 40_669_820, "campaignId": 542_370_539, "adGroupId": 542_317_095,
          "keywordId": 87_675_432, "adId": 542_317_136, "conversionType": "Download",
          "claimType": "Click", "countryOrRegion": "US", "clickDate": "2024-10-08T17:17Z",
        ]))
    let search = #"{"attribution":true,"campaignId":1,"keywordId":null,"orgId":[]}"#
    #expect(Self.answer(200, search) == .attributed(["campaignId": 1]))
  }

  @Test("Every answer has its meaning")
  func answers() {
    #expect(Self.answer(200, #"{"attribution":false}"#) == .notAttributed)
    #expect(Self.answer(400) == .invalidToken)
    #expect(Self.answer(404) == .notFound)
    for status in [500, 503, 429, 302, 204] { #expect(Self.answer(status) == .failed) }
    #expect(Self.answer(nil) == .failed)
    for body in ["", "{}", "[]", #"{"attribution":"yes"}"#, "<html>"] {
      #expect(Self.answer(200, body) == .failed)
    }
  }

  private static let start = Instant(milliseconds: 1_790_000_000_000)
  private static func after(seconds: Int64) -> Instant {
    start.adding(milliseconds: seconds * 1_000)
  }

  @Test("What Apple does not know is asked for three times more, five seconds apart")
  func notFound() {
    var trial = AppleAdsTrial(receivedAt: Self.start)
    for attempt in 0..<3 {
      let now = Self.after(seconds: Int64(attempt) * 5)
      #expect(trial.step(after: .notFound, now: now) == .again(now.adding(milliseconds: 5_000)))
    }
    #expect(trial.step(after: .notFound, now: Self.after(seconds: 15)) == .settled(.notFound))
  }

  @Test("What failed is asked for again, less and less often, until the token is a day old")
  func failed() {
    var trial = AppleAdsTrial(receivedAt: Self.start)
    var (now, minutes, tries) = (Self.start, [Int64](), 0)
    while case .again(let next) = trial.step(after: .failed, now: now), tries < 1_000 {
      minutes.append(next.milliseconds(since: now) / 60_000)
      now = next
      tries += 1
    }
    #expect(minutes.prefix(8) == [1, 2, 4, 8, 16, 32, 60, 60])
    #expect(now < Self.after(seconds: 86_400))
    #expect(now > Self.after(seconds: 86_400 - 3_601))
    #expect(trial.step(after: .failed, now: now) == .settled(.expired))
    #expect(!trial.isValid(at: Self.after(seconds: 86_400)))
  }

  @Test("A clear answer settles it")
  func settled() {
    var trial = AppleAdsTrial(receivedAt: Self.start)
    #expect(trial.step(after: .attributed([:]), now: Self.start) == .settled(.attributed))
    #expect(trial.step(after: .notAttributed, now: Self.start) == .settled(.notAttributed))
    #expect(trial.step(after: .invalidToken, now: Self.start) == .settled(.invalidToken))
  }
}
