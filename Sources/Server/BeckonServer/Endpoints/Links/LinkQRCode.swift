import BeckonContract
import BeckonModel
import BeckonStore

/// `GET /v1/links/{link}/qr.svg` and `/qr.png`.
enum LinkQRCode {
  static func prepareSVG(_ call: Call) throws -> Work {
    try prepare(call, "image/svg+xml") { Array($0.svg.utf8) }
  }

  static func preparePNG(_ call: Call) throws -> Work {
    try prepare(call, "image/png") { $0.png }
  }

  private static func prepare(
    _ call: Call, _ type: String, _ draw: @escaping @Sendable (QRCode) -> [UInt8]
  ) throws -> Work {
    let id = try call.id(0, LinkID.self)
    return .read { scope in
      guard let link = try Links(scope).find(id), let code = QRCode(call.shortURL(link)) else {
        throw Problem.notFound("link")
      }
      return Reply(
        status: 200,
        headers: [("Content-Type", type), ("Cache-Control", "private, max-age=86400")],
        body: draw(code))
    }
  }
}
