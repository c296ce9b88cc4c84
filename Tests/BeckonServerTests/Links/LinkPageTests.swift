import BeckonBasics
import BeckonModel
import ChildProcess
import Foundation
import Testing

/// The pages of a link as browsers get them: language, policy, and what the script does.
@Suite struct LinkPageTests {
  private static let link: JSON = [
    "url": "https://shop.example/", "code": "SUMMER", "ios": "https://apps.apple.com/app/id1",
    "social": ["title": "A fine shop"],
  ]

  /// The answers to a person with an iPhone, to a messenger, and for a link that there is not.
  private static func pages(_ app: TestApp) async throws -> [HTTPAnswer] {
    let iPhone = TestPhone.Device.iPhone.agent
    var pages: [HTTPAnswer] = []
    for (path, agent) in [
      ("/SUMMER", iPhone), ("/SUMMER", "WhatsApp/2.23"), ("/none", iPhone),
    ] {
      let headers = [("User-Agent", agent), ("Accept", "text/html"), ("Accept-Language", "tr")]
      pages.append(try await app.get(path, as: .none, headers: headers))
    }
    return pages
  }

  @Test("A page runs and shows only what its policy names by hash")
  func policy() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(Self.link)
      for page in try await Self.pages(server.app) {
        let policy = try #require(page["Content-Security-Policy"])
        #expect(policy.hasPrefix("default-src 'none'; base-uri 'none'; form-action 'none'; "))
        #expect(!policy.contains("unsafe"))
        for (directive, element) in [("script-src", "script"), ("style-src", "style")] {
          let texts = Self.contents(of: element, in: page.text)
          let sources = texts.map {
            " \(directive) 'sha256-" + Base64.standard.encode(Hash.sha256(Array($0.utf8))) + "'"
          }
          let named = policy.split(separator: ";").filter { $0.hasPrefix(" \(directive)") }
          #expect(named.map(String.init) == sources, "\(page.text)")
          // Nothing in a fixed text may end it.
          #expect(texts.allSatisfy { !$0.contains("</") })
        }
        #expect(!page.text.contains(/\s(style|on[a-z]+)=/))
      }
    }
  }

  @Test("Visitors are spoken to in their language; programs in English")
  func language() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(Self.link)
      let pages = try await Self.pages(server.app)
      #expect(pages.map(\.status) == [200, 200, 404])
      for (page, text) in zip(pages, ["Uygulamayı indir", "Devam et", "Böyle bir bağlantı yok."]) {
        #expect(page.text.contains("<html lang=\"tr\">") && page.text.contains(text))
      }
      let problem = try await server.app.get(
        "/none", as: .none, headers: [("Accept-Language", "tr")])
      #expect(problem.isProblem)
      #expect(problem.string("detail") == "There is no such link.")
      let german = try await server.app.phone(at: "203.0.113.7", .android).open("/none")
      #expect(german.visit?.text.contains("Diesen Link gibt es nicht.") == true)
    }
  }

  @Test("The click page's script reports what it sees, and goes on to the store")
  func script() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(Self.link)
      let page = try #require(try await Self.pages(server.app).first?.text)
      let script = try #require(Self.contents(of: "script", in: page).first)
      let said = try Self.run(script, on: page)
      let click = try #require(said["body"]?["click"]?.string)
      #expect(click.wholeMatch(of: /clk_[a-z0-9]{26}/) != nil)
      #expect(said["path"] == "/SUMMER")
      #expect(said["went"] == "https://apps.apple.com/app/id1")
      #expect(said["body"]?["screen"] == ["width": 393, "height": 852, "scale": 3])
      let answer = try await server.app.post("/SUMMER", said["body"] ?? .null, as: .none)
      #expect(answer.status == 204)
    }
  }

  private static func contents(of element: String, in page: String) -> [String] {
    page.components(separatedBy: "<\(element)>").dropFirst().compactMap {
      $0.components(separatedBy: "</\(element)>").first
    }
  }

  /// What a script does in a browser that Node.js plays; bootstrap installs it.
  private static func run(_ script: String, on page: String) throws -> JSON {
    let browser = """
      const tag = process.argv[2].match(/<a id="store"[^>]*>/)[0];
      const read = (name) => tag.match(new RegExp(` ${name}="([^"]*)"`))[1];
      const store = {href: read("href"),
        dataset: {click: read("data-click"), report: read("data-report")}};
      const said = {};
      const names = {document: {getElementById: (id) => id === "store" ? store : null},
        screen: {width: 393, height: 852}, devicePixelRatio: 3,
        navigator: {sendBeacon(path, text) { said.path = path; said.body = JSON.parse(text); }},
        location: {replace(url) { said.went = url; }}};
      new Function(...Object.keys(names), process.argv[1])(...Object.values(names));
      console.log(JSON.stringify(said));
      """
    let node = try ChildProcess(
      "/usr/bin/env", ["node", "-e", browser, script, page], output: .pipe)
    let bytes = node.output?.readDataToEndOfFile() ?? Data()
    return try JSONReader.read(Array(bytes))
  }
}
