import BeckonModel
import Testing

/// Widgets as their operator makes and changes them.
@Suite struct WidgetTests {
  static let home: JSON = [
    "name": "At home", "page": ["kind": "home"], "methods": [["method": "popular"]],
  ]

  @Test("A widget can be made, read by id and code, changed and deleted")
  func story() async throws {
    try await TestServer.run { server in
      let app = server.app
      let made = try await app.post("/v1/widgets", Self.home.and(["code": "scn_1"]))
      #expect(made.status == 201, "\(made.text)")
      let path = "/v1/widgets/" + (try #require(made.string("id")))
      #expect(try await app.get("/v1/widgets/scn_1").string("name") == "At home")
      #expect(try await app.get("/v1/widgets").list("widgets").count == 1)
      let changed = try await app.patch(path, ["state": "paused", "item_count": 4])
      #expect(changed.string("state") == "paused", "\(changed.text)")
      #expect(changed.value("methods.0.method") == "popular")
      let read = try await app.get(path)
      #expect(read.integer("item_count") == 4)
      #expect(read.value("history.0.before.state") == "active")
      #expect(try await app.patch(path, ["item_count": .null]).integer("item_count") == 10)
      #expect(try await app.call("DELETE", path).status == 204)
      #expect(try await app.get(path).status == 404)
      #expect(try await app.call("DELETE", path).status == 404)
    }
  }

  @Test("Products that the catalogue has not are warned of, and shown when it has them")
  func unknownProducts() async throws {
    try await TestServer.run { server in
      let app = server.app
      #expect(try await app.send("PUT", "/v1/products/shoe", ["title": "Shoe"]).status == 201)
      let chosen: JSON = ["code": "w", "static_items": ["shoe", "boot"]]
      let made = try await app.post("/v1/widgets", Self.home.and(chosen))
      #expect(made.status == 201 && made.value("static_items.1") == "boot")
      #expect(made.string("warnings.0.code") == "unknown_product")
      let detail = made.string("warnings.0.detail")
      #expect(detail?.contains("'boot'") == true && detail?.contains("'shoe'") == false)
      #expect(try await app.send("PUT", "/v1/products/boot", ["title": "Boot"]).status == 201)
      let changed = try await app.patch("/v1/widgets/w", ["item_count": 4])
      #expect(changed.status == 200 && changed.value("warnings") == nil, "\(changed.text)")
    }
  }

  @Test("Who lets a page ask for more lists than an answer computes is warned of it")
  func tooManyLists() async throws {
    try await TestServer.run { server in
      let app = server.app
      func widget(_ first: Int) -> JSON {
        let methods = (first..<first + 10).map { neighbours -> JSON in
          ["method": "for_you", "settings": ["neighbours": .integer(neighbours)]]
        }
        return [
          "name": "At home", "code": .string("w\(first)"), "page": ["kind": "home"],
          "methods": .array(methods),
        ]
      }
      for first in [100, 200, 300, 400] {
        let made = try await app.post("/v1/widgets", widget(first))
        #expect(made.status == 201 && made.value("warnings") == nil, "\(made.text)")
      }
      let made = try await app.post("/v1/widgets", widget(500))
      #expect(made.string("warnings.0.code") == "too_many_lists", "\(made.text)")
      #expect(made.string("warnings.0.detail")?.contains("50 different methods") == true)
      let paused = try await app.patch("/v1/widgets/w500", ["state": "paused"])
      #expect(paused.status == 200 && paused.value("warnings") == nil, "\(paused.text)")
    }
  }

  @Test(
    "What cannot be is refused with the field's name",
    arguments: [
      (["methods": .null], "methods"), (["page": ["kind": "cellar"]], "page.kind"),
      (["page": ["kind": "custom"]], "page.name"),
      (["page": ["kind": "home", "name": "x"]], "page.name"),
      (["methods": [["method": "magic"]]], "methods[0].method"),
      (["methods": [["method": "popular", "cuont": 1]]], "methods[0].cuont"),
      (["methods": [["method": "popular", "settings": ["neighbours": 9]]]], "methods[0].settings"),
      (
        ["methods": [["method": "for_you", "settings": ["neighbors": 9]]]],
        "methods[0].settings.neighbors"
      ),
      (
        ["methods": [["method": "for_you", "settings": ["neighbours": 0]]]],
        "methods[0].settings.neighbours"
      ),
      (["item_count": 101], "item_count"), (["titles": ["en": 1]], "titles.en"),
      (["titles": ["!": "x"]], "titles"), (["filter": ["brand": ["x"]]], "filter.brand"),
      (["filter": ["genders": ["X"]]], "filter.genders"),
      (["filter": ["categories": [" > "]]], "filter.categories"),
      (["filter": ["price": ["from": 2, "to": 1, "currency": "EUR"]]], "filter.price.to"),
      (["filter": ["price": ["from": 1]]], "filter.price.currency"),
      (["experiment": ["name": "e"]], "experiment.variants"),
      (["experiment": ["name": "e", "hold_out_percent": 101]], "experiment.hold_out_percent"),
      (
        [
          "experiment": [
            "name": "e", "hold_out_percent": 60,
            "variants": [["name": "v", "percent": 50, "methods": [["method": "similar"]]]],
          ]
        ], "experiment.variants"
      ),
      (
        [
          "experiment": [
            "name": "e",
            "variants": [["name": "main", "percent": 5, "methods": [["method": "similar"]]]],
          ]
        ], "experiment.variants[0].name"
      ),
      (
        ["starts_at": "2026-07-02T00:00:00Z", "ends_at": "2026-07-01T00:00:00Z"], "ends_at"
      ),
      (["code": ""], "code"), (["static_items": [""]], "static_items"),
      (["trust": "nobody"], "trust"), (["banners": [""]], "banners"),
    ] as [(JSON, String)])
  func refusals(more: JSON, field: String) async throws {
    try await TestServer.run { server in
      let names = Set(texts: (more.members ?? []).map(\.name))
      let kept = (Self.home.members ?? []).filter { !names.contains(TextKey($0.name)) }
      let answer = try await server.app.post("/v1/widgets", JSON.object(kept).and(more))
      #expect(answer.status == 422, "\(answer.text)")
      #expect(answer.string("field") == field, "\(answer.text)")
      let made = try await server.app.post("/v1/widgets", Self.home)
      let id = try #require(made.string("id"))
      let changed = try await server.app.patch("/v1/widgets/\(id)", more)
      #expect(changed.string("field") == field, "\(changed.text)")
    }
  }

  @Test("A code is one widget's, and cannot be changed; an app has 200 widgets at most")
  func bounds() async throws {
    try await TestServer.run { server in
      let app = server.app
      let first = try await app.post("/v1/widgets", Self.home.and(["code": "a"]))
      #expect(first.status == 201)
      let second = try await app.post("/v1/widgets", Self.home.and(["code": "a"]))
      #expect(second.string("field") == "code")
      #expect(try await app.patch("/v1/widgets/a", ["code": "b"]).string("field") == "code")
      #expect(
        try await server.otherApp().post("/v1/widgets", Self.home.and(["code": "a"])).status == 201)
      for _ in 1..<200 { _ = try await app.post("/v1/widgets", Self.home) }
      let one = try await app.post("/v1/widgets", Self.home)
      #expect(one.status == 422 && one.text.contains("200 widgets"), "\(one.text)")
    }
  }
}
