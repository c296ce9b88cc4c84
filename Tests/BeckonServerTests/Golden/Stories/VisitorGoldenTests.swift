import BeckonContract
import BeckonModel
import Testing

/// Visitors of shops.
@Suite struct VisitorGoldenTests {
  @Test func visitors() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      try await VisitorCallTests.visit(golden.server, "v1")
      for (title, path) in [
        ("by the app's server", "/v1/visitors/v1"), ("of nobody", "/v1/visitors/v2"),
        ("from no place", "/v1/visitors/v1?after=x"),
      ] {
        try await golden.ask(VisitorRoute.export, title, at: path)
      }
      try await golden.ask(VisitorRoute.erase, "by the app's server", at: "/v1/visitors/v1")
      try await golden.ask(VisitorRoute.erase, "of nobody", at: "/v1/visitors/v2")
      try await golden.askWithoutKeys(VisitorRoute.allCases)
    }
    try book.expect(VisitorRoute.routes)
  }
}
