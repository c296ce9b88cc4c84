import BeckonContract
import BeckonContractLinkrunner
import BeckonModel

/// A phone that sends Linkrunner's calls in a story, and tells little of itself.
struct GoldenPhone {
  let golden: GoldenServer
  var installID = "a1B2c3D4e5F6g7H8i9J0"
  var address = "203.0.113.7"
  var platform = "IOS"
  var device: JSON = [
    "device": "iPhone", "device_name": "iPhone15,2", "system_version": "17.5.1",
  ]

  @discardableResult
  func ask(
    _ call: LinkrunnerClientRoute, _ title: String, _ more: JSON = [:], token: String? = nil,
    headers: [(String, String)] = []
  ) async throws -> HTTPAnswer {
    try await golden.ask(
      call, title,
      .init(
        body: body(more, token: token), key: .none,
        headers: headers + [("X-Forwarded-For", address)]))
  }

  func body(_ more: JSON, token: String? = nil) -> JSON {
    let common = JSON.object([
      "token": .string(token ?? golden.app.publishable), "platform": .string(platform),
      "install_instance_id": .string(installID),
    ])
    return .object((common.members ?? []) + (more.members ?? []))
  }

  /// Opens a link in the phone's browser.
  func open(_ path: String) async throws {
    _ = try await golden.app.call(
      "GET", path, as: .none,
      headers: [
        ("X-Forwarded-For", address), ("User-Agent", TestPhone.Device.iPhone.agent),
        ("Accept-Language", "tr-TR,tr;q=0.9"), ("Accept", "text/html"),
      ])
  }
}
