import BeckonHTTP
import Testing

struct HTTPHeadersTests {
  private let headers = HTTPHeaders([
    (name: "Host", value: "a"), (name: "X-Forwarded-For", value: "1"), (name: "Empty", value: ""),
    (name: "x-forwarded-for", value: "2"),
  ])

  @Test func findsInAnyCase() {
    #expect(headers["HOST"] == "a")
    #expect(headers["x-Forwarded-for"] == "1")
    #expect(headers["empty"] == "")
    #expect(headers["Hos"] == nil)
    #expect(headers["a"] == nil, "a value is no name")
  }

  @Test func keepsAllInOrder() {
    #expect(headers.values("X-Forwarded-For") == ["1", "2"])
    #expect(headers.all.map(\.name) == ["Host", "X-Forwarded-For", "Empty", "x-forwarded-for"])
  }

  @Test func holdsNothingAtFirst() {
    #expect(HTTPHeaders()["Host"] == nil)
    #expect(HTTPHeaders().all.isEmpty)
  }
}
