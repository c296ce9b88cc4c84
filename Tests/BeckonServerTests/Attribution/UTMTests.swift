import BeckonModel
import Testing

/// By which campaign parameters somebody came, as the app is told.
@Suite struct UTMTests {
  private static let link: JSON = [
    "url": "https://shop.example/", "utm": ["source": "letter", "campaign": "spring"],
  ]

  @Test("A first launch is told what the clicked URL says, and else what the link says")
  func clicked() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(Self.link)
      let path = link.path + "?utm_source=insta&utm_content=b&utm_id=7"
      let first = try await server.app.phone(at: "203.0.113.7").open(path).install()
      #expect(first.match == "default")
      let utm: JSON = ["source": "insta", "campaign": "spring", "content": "b"]
      #expect(first.launch?.value("match.utm") == utm, "\(first.launch?.text ?? "")")
      #expect(try await first.install().launch?.value("match.utm") == utm)
    }
  }

  @Test("So it is told of the URL with which the app was opened, at first and later")
  func opened() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(Self.link)
      let url = link.shortURL + "?utm_term=boats&utm_medium="
      let phone = server.app.phone(at: "203.0.113.7")
      let utm: JSON = ["source": "letter", "campaign": "spring", "term": "boats"]
      for _ in 1...2 {
        let launch = try await phone.install(["link": .string(url)])
        #expect(launch.match == "unique")
        #expect(launch.launch?.value("match.utm") == utm, "\(launch.launch?.text ?? "")")
      }
      let later = try await phone.openInApp(url)
      #expect(later.value("utm") == utm, "\(later.text)")
    }
  }

  @Test("Where neither says anything, and where nothing led here, nothing is told")
  func none() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example/"])
      let phone = try await server.app.phone(at: "203.0.113.7").open(link.path).install()
      #expect(phone.match == "default" && phone.launch?.value("match.utm") == nil)
      #expect(try await phone.openInApp(link.shortURL).value("utm") == nil)
      let organic = try await server.app.phone(at: "203.0.113.8").install()
      #expect(organic.match == "none" && organic.launch?.value("match.utm") == nil)
    }
  }

  @Test("Launches that come together are told each its own")
  func together() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(Self.link)
      let path = link.path
      try await withThrowingTaskGroup { group in
        for number in 1...8 {
          group.addTask {
            let source = "s\(number)"
            let phone = server.app.phone(at: "203.0.113.\(number)")
            let launch = try await phone.open(path + "?utm_source=" + source).install()
            #expect(launch.launch?.string("match.utm.source") == source)
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
