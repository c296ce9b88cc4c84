import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer

/// Phone numbers as people write them.
@Suite struct PhoneReaderTests {
  private static func read(
    _ text: String, _ region: String = ""
  ) -> Result<PhoneNumber, PhoneFault> {
    Result { () throws(PhoneFault) in try PhoneReader.read(text, region: region) }
  }

  @Test("The examples of every region that the library ships read, write and count as it says")
  func examples() throws {
    let regions = PhoneReader.regions
    #expect(regions.count > 230 && regions.contains("DE"))
    var count = 0
    for region in regions {
      for type: Int32 in 0...10 {
        guard let e164 = PhoneReader.example(of: region, type: type, .e164) else { continue }
        count += 1
        let number = try PhoneReader.read(e164, region: "")
        #expect(number.e164 == e164 && number.isValid, "\(region) \(e164)")
        // Regions that share a code share some numbers too.
        #expect(number.region != nil, "\(region) \(e164)")
        for form in PhoneReader.Form.allCases {
          let text = try #require(PhoneReader.example(of: region, type: type, form))
          #expect(Self.read(text, region) == .success(number), "\(region) \(text)")
        }
        switch type {
        case 0: #expect([.fixed, .mobileOrFixed].contains(number.line), "\(region) \(e164)")
        case 1: #expect(number.line.takesTexts, "\(region) \(e164)")
        case 3, 4, 5, 8: #expect(number.textFault == .notMobile, "\(region) \(e164)")
        default: break
        }
      }
    }
    #expect(count > 1_000)
  }

  @Test("The numbers of every region that nobody can have are refused, each with a reason")
  func nobody() throws {
    var reasons: [PhoneFault: Int] = [:]
    for region in PhoneReader.regions {
      let text = try #require(
        PhoneReader.example(of: region, type: -1, .e164), "\(region) has no such example")
      let fault = #expect(throws: PhoneFault.self, "\(region) \(text)") {
        try PhoneReader.readMobile(text, region: "")
      }
      if let fault { reasons[fault, default: 0] += 1 }
      if case .success(let number) = Self.read(text) { #expect(!number.isValid, "\(text)") }
    }
    #expect(reasons.values.reduce(0, +) == PhoneReader.regions.count, "\(reasons)")
    #expect(reasons.count > 1, "\(reasons)")
  }

  @Test("A digit more or fewer than a region's numbers may have says which of them it is")
  func lengths() throws {
    for region in PhoneReader.regions {
      guard let e164 = PhoneReader.example(of: region, type: 1, .e164) else { continue }
      for text in [e164 + "00000000000", String(e164.prefix(5))] {
        guard case .failure(let fault) = Self.read(text) else { continue }
        #expect(
          [.tooLong, .tooShort, .wrongLength, .localOnly, .unknownCountry].contains(fault),
          "\(region) \(text) \(fault)")
      }
      #expect(Self.read(e164 + "00000000000") == .failure(.tooLong), "\(region)")
    }
  }

  @Test("Benin's numbers have 01 in front since 2024, also for a library that is older")
  func benin() throws {
    let number = try PhoneReader.readMobile("+229 01 97 12 34 56", region: "")
    #expect(number.e164 == "+2290197123456" && number.region == "BJ" && number.line.takesTexts)
    #expect(try PhoneReader.readMobile("01 97 12 34 56", region: "BJ") == number)
    #expect(Self.read("+229 02 97 12 34 56") == .failure(.tooLong))
    #expect(throws: PhoneFault.self) {
      try PhoneReader.readMobile("+229 01 00 12 34 56", region: "")
    }
  }

  @Test(
    "Spaces, signs, letters and the digits of other scripts are read",
    arguments: [
      ("+49 (0) 151 / 123 456-78", "", "+4915112345678"),
      ("0151 12345678", "DE", "+4915112345678"),
      ("0049 151 12345678", "DE", "+4915112345678"),
      ("＋４９１５１１２３４５６７８", "", "+4915112345678"),
      ("٠١٥١١٢٣٤٥٦٧٨", "DE", "+4915112345678"),
      ("tel:+90-532-123-45-67", "", "+905321234567"),
      ("0532 123 45 67", "TR", "+905321234567"),
      ("(650) 253-0000", "US", "+16502530000"),
      ("1-800-FLOWERS", "US", "+18003569377"),
      ("\u{200E}+49 151 12345678\u{202C}", "", "+4915112345678"),
      ("06 1234 5678", "IT", "+390612345678"),
    ])
  func spellings(_ row: (String, String, String)) throws {
    #expect(try PhoneReader.read(row.0, region: row.1).e164 == row.2)
  }

  @Test(
    "What is no number says why",
    arguments: [
      ("", "DE", PhoneFault.notANumber),
      ("InfoSMS", "DE", .notANumber),
      ("+49 151 12345678\0", "", .notANumber),
      (String(repeating: "1", count: 251), "DE", .notANumber),
      ("0151 12345678", "", .unknownCountry),
      ("+999 123 456 789", "", .unknownCountry),
      ("+49 1", "", .tooShort),
      ("+49 151 123456789012345", "", .tooLong),
      // Not Luxembourg's, whose code it begins with.
      ("352-2344", "US", .localOnly),
    ])
  func faults(_ row: (String, String, PhoneFault)) {
    #expect(Self.read(row.0, row.1) == .failure(row.2), "\(row.0)")
  }

  @Test(
    "Possible, valid and mobile are told apart",
    arguments: [
      ("+4915112345678", nil),
      ("+16502530000", nil),
      ("+493012345678", PhoneFault.notMobile),
      ("+18003569377", .notMobile),
      ("+491992345678", .notAssigned),
      ("+4915112345678 ext. 12", .hasExtension),
      ("+80012345678", .notMobile),
    ] as [(String, PhoneFault?)])
  func textFaults(_ row: (String, PhoneFault?)) throws {
    #expect(try PhoneReader.read(row.0, region: "").textFault == row.1, "\(row.0)")
    if let fault = row.1 {
      #expect(throws: fault) { try PhoneReader.readMobile(row.0, region: "") }
    } else {
      #expect(try PhoneReader.readMobile(row.0, region: "").line.takesTexts)
    }
  }

  @Test("Each fault says what to do")
  func advice() {
    for fault in PhoneFault.allCases { #expect(fault.advice.utf8.count > 15, "\(fault)") }
  }
}
