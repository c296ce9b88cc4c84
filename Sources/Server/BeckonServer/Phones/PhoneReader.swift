import BeckonEngine
import BeckonModel
import CBeckonPhone

/// The one door to libphonenumber, which knows how the world's networks number their phones.
package enum PhoneReader {
  /// Reads a number as somebody wrote it: with spaces and signs, in the digits of any script, with
  /// letters for digits.
  /// - Parameter region: the country from which it would be dialled (ISO 3166), for a number
  ///   without `+`; when empty there is none, and none is guessed.
  /// - Throws: `PhoneFault` for what has not even the right length.
  package static func read(_ text: String, region: String) throws(PhoneFault) -> PhoneNumber {
    let found = try look(text, region)
    guard found.fault != local else { throw .localOnly }
    return number(found)
  }

  /// The same, in E.164 form; also of a number that can be dialled only from nearby.
  /// - Throws: `PhoneFault`.
  static func lenientE164(_ text: String, region: String) throws(PhoneFault) -> String {
    number(try look(text, region)).e164
  }

  /// Who states a number that may lack its `+`.
  enum Source {
    /// A phone network: as a rule it means one of the world's numbers.
    case network
    /// Somebody who runs the app: as a rule they mean one of its region.
    case owner
  }

  /// Reads a number that may lack its `+`, as one of the world's or of the region: whichever takes
  /// text messages, else whichever is valid; of two the one that its source usually means. A `+`
  /// that a query has made a space is not missed.
  /// - Throws: `PhoneFault`.
  static func read(
    _ text: String, statedBy source: Source, region: String
  ) throws(PhoneFault) -> String {
    let stated = CategoryPath.trimmed(text)
    let isBare =
      stated.utf8.allSatisfy { (0x30...0x39).contains($0) } && !stated.hasPrefix("0")
    guard isBare else { return try lenientE164(stated, region: region) }
    let texts = source == .network ? ["+" + stated, stated] : [stated, "+" + stated]
    let readings = texts.compactMap { try? read($0, region: region) }.filter(\.isValid)
    if let number = readings.first(where: { $0.textFault == nil }) ?? readings.first {
      return number.e164
    }
    return try lenientE164(stated, region: region)
  }

  /// Reads a number to which a text message is to be sent.
  /// - Throws: `PhoneFault` when none can arrive there.
  static func readMobile(_ text: String, region: String) throws(PhoneFault) -> PhoneNumber {
    let number = try read(text, region: region)
    if let fault = number.textFault { throw fault }
    return number
  }

  // MARK: The library's words

  private static let local: Int32 = 6
  private static let faults: [PhoneFault?] = [
    nil, .notANumber, .unknownCountry, .tooShort, .tooLong, .wrongLength, .localOnly,
  ]
  private static let lines: [PhoneNumber.Line] = [
    .mobile, .fixed, .mobileOrFixed, .service, .unknown,
  ]

  private static func look(_ text: String, _ region: String) throws(PhoneFault) -> beckon_phone {
    // A NUL would end the text for the library, and what is behind it would be lost.
    guard text.utf8.count <= Limits.phoneTextBytes, !text.utf8.contains(0),
      !region.utf8.contains(0)
    else { throw .notANumber }
    var found = beckon_phone()
    beckon_phone_read(text, region, &found)
    guard found.fault != 0, found.fault != local else { return found }
    throw faults[Int(found.fault)] ?? .notANumber
  }

  private static func number(_ found: beckon_phone) -> PhoneNumber {
    let region = Self.text(found.region)
    return PhoneNumber(
      e164: text(found.e164), region: region.isEmpty ? nil : region, line: lines[Int(found.line)],
      isValid: found.is_valid != 0, hasExtension: found.has_extension != 0)
  }

  /// The text of an array of C, which Swift sees as a tuple.
  private static func text(_ characters: some Any) -> String {
    withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  // MARK: Examples

  /// A way to write a number.
  enum Form: Int32, CaseIterable {
    case e164, international, national, uri
  }

  /// The regions that the library knows (ISO 3166), in order.
  static var regions: [String] {
    var regions: [String] = []
    var output = [CChar](repeating: 0, count: 4)
    while beckon_phone_region(Int32(regions.count), &output) != 0 {
      regions.append(String(decoding: output.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
    }
    return regions
  }

  /// An example of a region's numbers; `nil` when it has none of this type.
  /// - Parameter type: the library's number of it: 0 fixed, 1 mobile, 2 either of them, …; -1 asks
  ///   for a number that nobody can have.
  static func example(of region: String, type: Int32, _ form: Form) -> String? {
    var output = [CChar](repeating: 0, count: 64)
    guard beckon_phone_example(region, type, form.rawValue, &output, UInt(output.count)) != 0 else {
      return nil
    }
    return String(decoding: output.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }
}
