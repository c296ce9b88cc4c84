import BeckonContract
import Testing

/// The document and the code say the same.
@Suite struct OpenAPITests {
  @Test func everyRouteIsDocumentedWithItsAccess() throws {
    let document = try OpenAPIDocument.inRepository()
    #expect(document.unreadable == [])
    let documented = Set(document.operations)
    let served = Set(
      Route.native.map {
        OpenAPIDocument.Operation(method: $0.method, path: $0.path, access: $0.access)
      })
    #expect(served.subtracting(documented) == [], "these are served and not documented")
    #expect(documented.subtracting(served) == [], "these are documented and not served")
    #expect(document.operations.count == documented.count, "a call is documented twice")
  }

  @Test func everyQueryParameterIsDocumented() throws {
    let documented = try OpenAPIDocument.inRepository().query
    let served = Route.native.filter { !$0.query.isEmpty }.map {
      ("\($0.method) \($0.path)", Set($0.query))
    }
    #expect(
      documented.filter { $0.key != "POST /{code}" } == Dictionary(uniqueKeysWithValues: served))
    #expect(served.count > 8)
  }

  @Test func everyErrorCodeIsDocumentedWithItsStatus() throws {
    let document = try OpenAPIDocument.inRepository()
    #expect(document.codes == ErrorCode.allCases.map(\.rawValue))
    let statuses = ErrorCode.allCases.map { ($0.rawValue, $0.status) }
    #expect(document.statuses == Dictionary(uniqueKeysWithValues: statuses))
  }

  /// The comparison sees what it is there to see.
  @Test func aDocumentThatLacksSomethingIsRead() {
    let document = OpenAPIDocument(
      """
      paths:
        /v1/app:
          get:
            security: [{secretKey: []}]
          post:
            security: [{oauth: []}]
      components:
        schemas:
          ErrorCode:
            enum:
              - gone
            x-status:
              gone: 410
      """)
    #expect(
      document.operations == [
        OpenAPIDocument.Operation(method: "GET", path: "/v1/app", access: .secretKey)
      ])
    #expect(document.unreadable == ["      security: [{oauth: []}]"])
    #expect(document.codes == ["gone"])
    #expect(document.statuses == ["gone": 410])
  }
}
