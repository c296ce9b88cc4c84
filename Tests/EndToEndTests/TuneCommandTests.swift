import BeckonModel
import Foundation
import TestPrograms
import Testing

/// `beckon tune --app`: settings that an app's own sessions speak for.
@Suite struct TuneCommandTests {
  @Test("What an app's visitors looked at finds settings, which a widget takes")
  func ofApp() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    let few = try await Self.tune(keys, folder)
    #expect(few.status == 65 && few.errors.contains("too few sessions: 0"), "\(few.errors)")
    let start = Int64(Date().timeIntervalSince1970) - 400
    for call in 0..<4 {
      let events = (0..<60).map { Self.view(call * 60 + $0, since: start) }
      let told = try await server.ask(
        "POST", "/v1/events", key: keys.secret, ["events": .array(events)])
      #expect(told.status == 200, "\(told.text)")
    }
    let done = try await Self.tune(keys, folder)
    #expect(done.status == 0, "\(done.errors)")
    // Whatever the settings are: after an even product its neighbour follows.
    #expect(done.json?["score"]?.double == 2, "\(done.output)")
    let settings = try #require(done.json?["settings"])
    let widget: JSON = [
      "code": "next", "name": "Next", "page": ["kind": "product"],
      "methods": [["method": "for_you", "settings": settings]],
    ]
    let made = try await server.ask("POST", "/v1/widgets", key: keys.secret, widget)
    #expect(made.status == 201, "\(made.text)")
    #expect(made.json["methods"]?[0]?["settings"]?["items_used"] == settings["items_used"])
  }

  @Test("Files beside an app are refused, and so is an app that is none")
  func refused() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let both = try await Self.tune(keys, folder, "--train", "x.txt")
    #expect(both.status == 64 && both.errors.contains("--train cannot be given with --app"))
    let none = try await BeckonProgram.run(
      "tune", "--app", "app_01kt16jm6rfj3rxgd4rkkasvxw", "--database", folder.database())
    #expect(none.status != 0 && none.errors.contains("beckon app list"), "\(none.errors)")
  }

  /// Views of 120 visitors, each of two products that belong together.
  private static func view(_ number: Int, since start: Int64) -> JSON {
    let visitor = number / 2
    return [
      "id": .string("e\(number)"), "name": "product_viewed",
      "install_id": .string("v\(visitor)"),
      "at": .instant(Instant(milliseconds: (start + Int64(number)) * 1_000)),
      "properties": ["product_id": .string("p\(visitor % 5 * 2 + number % 2)")],
    ]
  }

  private static func tune(
    _ keys: AppKeys, _ folder: TemporaryFolder, _ more: String...
  ) async throws -> BeckonProgram.Finished {
    try await BeckonProgram.run(
      all: ["tune", "--app", keys.app, "--database", folder.database(), "--json"] + more)
  }
}
