import BeckonTesting
import Testing

@testable import BeckonHTTP

/// What a request's bytes mean, and that it does not matter how they are cut on the way.
struct RequestReadingTests {
  private static let host = "Host: t\r\n"

  @Test func readsHeadAndBody() {
    let request = Reading(
      "PUT /a?b=c HTTP/1.1\r\nHost: t\r\nX: \t y z \r\nContent-Length: 2\r\n\r\nokGET"
    ).end
    #expect(request.stage == .complete)
    #expect(request.method == .put)
    #expect(request.target?.segments == ["a"])
    #expect(request.headers["x"] == "y z", "the spaces around a value are no part of it")
    #expect(request.body == Array("ok".utf8))
  }

  @Test(arguments: [
    "GET / HTTP/1.1\nHost: t\n\n", "GET / HTTP/1.1\r\nHost: t\n\r\n",
    "GET / HTTP/1.1\rHost: t\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : t\r\n\r\n", "GET / HTTP/1.1\r\n Host: t\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: t\r\nX: a\r\n b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: t\r\nX: a\r\n\tb\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: t\r\nX Y: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: t\r\n: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: t\r\nno colon\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: t\r\nX: a\u{0}\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: t\r\nX: a\u{1}b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: t\r\nX: a\rb\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: t\r\nX: a\u{7F}\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: t\r\nX\u{E9}: a\r\n\r\n",
    "GET  / HTTP/1.1\r\nHost: t\r\n\r\n", "GET /  HTTP/1.1\r\nHost: t\r\n\r\n",
    "GET /\tHTTP/1.1\r\nHost: t\r\n\r\n", "GET / a HTTP/1.1\r\nHost: t\r\n\r\n",
    "GET\t/ HTTP/1.1\r\nHost: t\r\n\r\n", "GET / HTTP/1.1 \r\nHost: t\r\n\r\n",
    "GET / HTTP/2.0\r\nHost: t\r\n\r\n", "GET / http/1.1\r\nHost: t\r\n\r\n",
    "GET / HTTP/1.10\r\nHost: t\r\n\r\n", "GET /\r\n\r\n", "GE(T / HTTP/1.1\r\nHost: t\r\n\r\n",
    " GET / HTTP/1.1\r\nHost: t\r\n\r\n", "GET / HTTP/1.1\r\nHost: t\r\n\n",
  ])
  func refusesAHeadThatBreaksTheGrammar(text: String) {
    let request = Reading(text).end
    #expect(request.stage == .refused)
    #expect(request.failure == .badRequest)
  }

  @Test(arguments: [
    "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip, chunked\r\n",
    "Content-Length: 3\r\nContent-Length: 3\r\n", "Content-Length: -1\r\n",
    "Content-Length: 0x3\r\n", "Content-Length: 3 3\r\n", "Content-Length:\r\n",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
    "Transfer-Encoding: xchunked\r\n", "Transfer-Encoding: \"chunked\"\r\n",
    "Transfer-Encoding:\r\n",
  ])
  func refusesALengthInDoubt(fields: String) {
    let request = Reading("POST / HTTP/1.1\r\nHost: t\r\n\(fields)\r\n3\r\nabc\r\n0\r\n\r\n").end
    #expect(request.stage == .refused)
    #expect(request.failure == .badRequest)
  }

  @Test func refusesATransferCodingThatHTTP10DoesNotKnow() {
    let text = "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    #expect(Reading(text).end.stage == .refused)
  }

  @Test(arguments: [
    ("0\r\n\r\n", ""), ("3\r\nabc\r\n0\r\n\r\n", "abc"),
    ("A\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
    ("01\r\na\r\n1\r\nb\r\n00\r\n\r\n", "ab"),
    ("1;x=y\r\na\r\n0;z\r\nTrailer: 1\r\nT: 2\r\n\r\n", "a"),
  ])
  func joinsChunks(chunks: String, body: String) {
    let request = Reading(Self.chunked(chunks)).end
    #expect(request.stage == .complete)
    #expect(request.body == Array(body.utf8))
    #expect(request.headers["Trailer"] == nil)
  }

  @Test(arguments: [
    "\r\n", "x\r\n", "-1\r\n", "0x1\r\na\r\n", " 1\r\na\r\n", "1 \r\na\r\n", "1\na\r\n",
    "1\rXa\r\n",
    "3\r\nabcXY0\r\n\r\n", "3\r\nabc\n0\r\n\r\n", "3\r\nabcd\r\n0\r\n\r\n", "1\r\na\r\r\n0\r\n\r\n",
    "FFFFFFFFFFFFFFFFF\r\n", "1;\u{0}\r\na\r\n", "0\r\nno colon\r\n\r\n", "0\r\nA : b\r\n\r\n",
    "0\r\nA: b\r\n c\r\n\r\n", "0\r\nA: b\n\r\n",
  ])
  func refusesChunksThatBreakTheGrammar(chunks: String) {
    let request = Reading(Self.chunked(chunks)).end
    #expect(request.stage == .refused)
    #expect(request.failure == .badRequest)
  }

  @Test(arguments: [";x", "\r\nA: b"]) func aFrameHasALimit(start: String) {
    let long = String(repeating: "y", count: 5_000)
    #expect(Reading(Self.chunked("0\(start)\(long)")).end.stage == .refused)
    #expect(Reading(Self.chunked("0\(start)\(long)\r\n")).end.stage == .refused)
  }

  @Test(arguments: [
    "\r\nGET /a HTTP/1.1\r\nHost: t\r\nX: y\r\n\r\nGET",
    "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nhelloPOST",
    "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1;e\r\nd\r\n0\r\nT: u\r\n\r\nX",
    "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: t\r\nX: a\r\n b\r\n\r\n",
    "BREW / HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\n\r\nab",
  ])
  func everyCutMeansTheSame(text: String) {
    let whole = Reading(text)
    for cut in 0...text.utf8.count {
      #expect(Reading(text, cuts: [cut]) == whole, "cut at \(cut)")
    }
    #expect(Reading(text, cuts: Array(0...text.utf8.count)) == whole, "byte by byte")
  }

  @Test func whateverComesMeansTheSameInPieces() {
    let seed = UInt64.random(in: 1...UInt64.max)
    var chance = SeededGenerator(seed: seed)
    for _ in 0..<3_000 {
      let bytes = Self.damaged(&chance)
      let cuts = (0..<Int.random(in: 1...6, using: &chance)).map { _ in
        Int.random(in: 0...bytes.count, using: &chance)
      }
      let isSame = Reading(bytes, cuts: cuts.sorted()) == Reading(bytes, cuts: [])
      #expect(isSame, "seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }

  private static func chunked(_ body: String) -> String {
    "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n" + body
  }

  /// A good request in which a few bytes were replaced, added or taken away.
  private static func damaged(_ chance: inout SeededGenerator) -> [UInt8] {
    let good = [
      chunked("3\r\nabc\r\n1;e\r\nd\r\n0\r\nT: u\r\n\r\n"),
      "PUT /a%20b?c=d HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
      "GET / HTTP/1.0\r\nConnection: keep-alive, x\r\n\r\n",
    ]
    var bytes = Array((good.randomElement(using: &chance) ?? "").utf8)
    let tempting = Array("\r\n\r\n:; \t\u{0}0aF,".utf8) + [0x7F, 0xFF]
    for _ in 0..<Int.random(in: 1...4, using: &chance) {
      let place = Int.random(in: 0..<bytes.count, using: &chance)
      let byte = tempting.randomElement(using: &chance) ?? 0
      switch Int.random(in: 0...2, using: &chance) {
      case 0: bytes[place] = byte
      case 1: bytes.insert(byte, at: place)
      default: bytes.remove(at: place)
      }
    }
    return bytes
  }
}

extension Reading {
  fileprivate init(_ text: String, cuts: [Int] = []) { self.init(Array(text.utf8), cuts: cuts) }
}
