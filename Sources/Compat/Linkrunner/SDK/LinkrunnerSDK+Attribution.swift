import BeckonContract
import BeckonModel

extension LinkrunnerSDK {
  /// Which campaign led to the install. When the server cannot be asked, `attributionSource` says
  /// so.
  public func getAttributionData() async -> LRAttributionDataResponse {
    var answer = JSON.null
    await report { answer = try await session.ask(.attributionData(session.sender())) }
    return LRAttributionDataResponse(answer: answer)
  }

  /// Asks where a link leads that the app was opened with. Without a URL, nothing is asked.
  public func handleDeeplink(url: String?) async -> LRDeeplinkResponse {
    var answer: JSON?
    if let url, !url.isEmpty {
      await report { answer = try await session.ask(.deepLink(session.sender(), url: url)) }
    }
    return LRDeeplinkResponse(answer: answer)
  }
}
