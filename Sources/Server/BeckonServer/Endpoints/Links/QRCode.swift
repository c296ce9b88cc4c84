import CBeckonQR

/// A QR code (ISO/IEC 18004) of a text, by libqrencode.
struct QRCode {
  /// Quiet zone around the code that the standard asks for, in modules.
  private static let margin = 4
  /// Pixels of a module in the PNG.
  private static let scale = 8

  private let width: Int
  private let dark: [Bool]

  /// `nil` when the text is longer than a QR code can hold.
  init?(_ text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    width = Int(code.pointee.width)
    guard let data = code.pointee.data else { return nil }
    dark = (0..<width * width).map { data[$0] & 1 == 1 }
  }

  private var side: Int { width + 2 * Self.margin }

  private func isDark(_ row: Int, _ column: Int) -> Bool {
    let (row, column) = (row - Self.margin, column - Self.margin)
    guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
    return dark[row * width + column]
  }

  /// The code as an SVG picture.
  var svg: String {
    var path = ""
    for row in 0..<side {
      for column in 0..<side where isDark(row, column) {
        path += "M\(column) \(row)h1v1h-1z"
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" \
      shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(side)v\(side)H0z"/>\
      <path d="\(path)"/></svg>
      """
  }

  /// The code as a PNG picture, one bit a pixel.
  var png: [UInt8] {
    let pixels = side * Self.scale
    var rows: [UInt8] = []
    for row in 0..<pixels {
      rows.append(0)  // No filter.
      var byte: UInt8 = 0
      for column in 0..<(pixels + 7) / 8 * 8 {
        let isLight = column >= pixels || !isDark(row / Self.scale, column / Self.scale)
        byte = byte << 1 | (isLight ? 1 : 0)
        if column % 8 == 7 { rows.append(byte) }
      }
    }
    return PNG.picture(width: pixels, height: pixels, rows: rows)
  }
}
