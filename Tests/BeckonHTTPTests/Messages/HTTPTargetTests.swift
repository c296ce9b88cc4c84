import BeckonHTTP
import Testing

struct HTTPTargetTests {
  @Test(arguments: [
    ("/", [""]), ("/a", ["a"]), ("/a/", ["a", ""]), ("//a", ["", "a"]), ("/a%2Fb/c", ["a/b", "c"]),
    ("/a%2fb", ["a/b"]), ("/%C3%A9", ["é"]), ("/é", ["é"]), ("/a+b", ["a+b"]), ("/%41%42", ["AB"]),
    ("http://host/a/b", ["a", "b"]), ("/.%2E/x", ["..", "x"]),
  ])
  func splitsThePathBeforeItDecodes(target: String, segments: [String]) throws {
    #expect(try HTTPRequest(target: target).segments == segments)
  }

  @Test(arguments: [
    ("/?a=b", ["a=b"]), ("/?a=1&a=2", ["a=1", "a=2"]), ("/?a", ["a="]), ("/?a=", ["a="]),
    ("/?=x", ["=x"]), ("/?a=b=c", ["a=b=c"]), ("/?a+b=c%2Bd+e", ["a b=c+d e"]),
    ("/?a%26b=%3D", ["a&b=="]), ("/?", []), ("/?&&x=1&", ["x=1"]),
    ("/?u=http://h/?q", ["u=http://h/?q"]),
  ])
  func decodesTheQueryInOrder(target: String, pairs: [String]) throws {
    #expect(try HTTPRequest(target: target).query.map { "\($0.name)=\($0.value)" } == pairs)
  }

  @Test(arguments: [
    "", "*", "a", "/%", "/%4", "/%zz", "/%00", "/%FF", "/%C3", "/%ED%A0%80", "/?a=%00", "/?%FF=1",
    "/?a=%", "http://host",
  ])
  func refusesWhatMakesNoSense(target: String) {
    #expect(throws: HTTPFailure.badRequest) { try HTTPRequest(target: target) }
  }

  @Test func keepsThePathRaw() throws {
    let request = try HTTPRequest(target: "/a%2Fb/?q=%20")
    #expect(request.path == "/a%2Fb/")
  }
}
