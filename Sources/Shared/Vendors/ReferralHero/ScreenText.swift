import BeckonModel

extension Screen {
  /// Reads a screen's size as this vendor's clients write it: `393*852`, `393 x 852`, `393x852`,
  /// `393.0 x 852.0`, width first. The client for Android writes pixels with the height first,
  /// which browsers count otherwise, so of it nothing is known.
  /// - Returns: `nil` for anything else.
  public init?(referralHero text: String, on platform: Platform) {
    let sides = text.utf8.prefix(100).split { byte in
      [UInt8(ascii: "*"), UInt8(ascii: "x"), UInt8(ascii: "X")].contains(byte)
    }
    guard sides.count == 2, platform != .android,
      let width = Self.points(sides[0]), let height = Self.points(sides[1])
    else { return nil }
    self.init(width: width, height: height, scale: nil)
  }

  private static func points(_ bytes: Substring.UTF8View.SubSequence) -> Int64? {
    let digits = bytes.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\"") }
    let text = String(decoding: digits, as: UTF8.self)
    guard let number = Double(text), (1...100_000).contains(number) else { return nil }
    return Int64(number)
  }
}
