import Testing

@testable import BeckonHTTP

struct DateFieldTests {
  /// The first is RFC 9110's own example.
  @Test(arguments: [
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
  ])
  func writesTheDateAsHTTPDoes(second: Int, text: String) {
    var date = DateField()
    #expect(date.text(at: second) == Array(text.utf8))
  }

  @Test func goesOnWithTheClock() {
    var date = DateField()
    _ = date.text(at: 784_111_777)
    #expect(date.text(at: 784_111_778) == Array("Sun, 06 Nov 1994 08:49:38 GMT".utf8))
  }
}
