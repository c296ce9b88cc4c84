import BeckonModel
import Testing

@Suite struct MoneyTests {
  private func read(_ text: String, _ code: String) throws -> Money? {
    Money(decimal: text, try #require(Currency(code)))
  }

  @Test(
    "Decimal text becomes the smallest unit of its currency",
    arguments: [
      ("99.99", "EUR", 9_999), ("99.989999999999995", "EUR", 9_999), ("0", "EUR", 0),
      ("1e3", "USD", 100_000), ("1.5e-1", "USD", 15), ("1500", "JPY", 1_500),
      ("1.2345", "KWD", 1_234), ("-5", "EUR", -500), ("0.005", "EUR", 0), ("0.015", "EUR", 2),
      ("0.0050001", "EUR", 1), ("0.0004", "EUR", 0), ("2.5", "JPY", 2), ("3.5", "JPY", 4),
      ("92233720368547758.07", "EUR", Int64.max), ("0.9951", "EUR", 100),
      ("1e-300", "EUR", 0), ("0e999", "EUR", 0),
    ] as [(String, String, Int64)])
  func reading(text: String, code: String, amount: Int64) throws {
    #expect(try read(text, code)?.amount == amount)
  }

  @Test(
    "What is no number, or too large, is none",
    arguments: [
      "", "-", "1.", ".5", "1e", "abc", "1e400", "92233720368547758.08", "1e999999999999999999999",
      "92233720368547758.075", "-92233720368547758.079", "1e-9223372036854775808",
      String(repeating: "9", count: 101),
    ])
  func refusing(text: String) throws {
    #expect(try read(text, "EUR") == nil)
  }

  @Test("A currency is three letters, and not what becomes three when it is written large")
  func currencies() {
    #expect(Currency("try")?.code == "TRY")
    for text in ["", "EU", "EURO", "E1R", "\u{DF}a", "\u{FB01}a", "\u{131}st"] {
      #expect(Currency(text) == nil, "\(text)")
    }
  }

  @Test("It is noted what was rounded away")
  func rounding() throws {
    #expect(try read("1.005", "EUR")?.isRounded == true)
    #expect(try read("1.00", "EUR")?.isRounded == false)
    #expect(try read("1.0000", "EUR")?.isRounded == false)
  }

  @Test("An amount is written with its currency's decimals")
  func writing() throws {
    #expect(try read("1234.5", "EUR")?.decimal == "1234.50")
    #expect(try read("0.05", "EUR")?.decimal == "0.05")
    #expect(try read("-0.05", "EUR")?.decimal == "-0.05")
    #expect(try read("7", "JPY")?.decimal == "7")
    #expect(try read("0.001", "BHD")?.decimal == "0.001")
  }
}
