import BeckonEngine
import BeckonModel
import Testing

/// Settings as JSON, and the search for better ones.
@Suite struct RecommenderSettingsTests {
  @Test("Settings are written as they are read")
  func json() throws {
    var settings = RecommenderSettings()
    (settings.neighbours, settings.positionFade) = (77, 0.35)
    #expect(try RecommenderSettings(JSONReader.read(settings.json.text)) == settings)
    #expect(try RecommenderSettings([:]) == RecommenderSettings())
    #expect(try RecommenderSettings(["neighbours": 5]).neighbours == 5)
  }

  @Test("The defaults and all that is tried are in range")
  func ranges() {
    for field in RecommenderSettings.fields {
      let value = field.json(of: RecommenderSettings()).double ?? -1
      #expect(([value] + field.steps).allSatisfy(field.range.contains), "\(field.name)")
    }
  }

  @Test(
    "What makes no sense is refused by name",
    arguments: [
      (["neighbors": 5], "neighbors", "neighbours"), (["neighbours": 0], "neighbours", "from 1"),
      (["walk_weight": "much"], "walk_weight", "number"), ([], "", "object"),
    ] as [(JSON, String, String)])
  func refusal(_ json: JSON, _ path: String, _ reason: String) {
    #expect {
      try RecommenderSettings(json)
    } throws: { error in
      (error as? FieldError).map { $0.path == path && $0.reason.contains(reason) } ?? false
    }
  }

  @Test("The search finds what scores best, leaves alone what changes nothing, and repeats itself")
  func search() {
    func find() -> SettingsSearch.Result {
      SettingsSearch.best { settings in
        -abs(Double(settings.neighbours) - 210) / 1_000 - abs(Double(settings.walkWeight) - 1.9)
      }
    }
    let result = find()
    #expect(result.settings.neighbours == 200)
    #expect(result.settings.walkWeight == 2)
    #expect(result.score > result.firstScore)
    #expect(result.settings.forwardFade == RecommenderSettings().forwardFade)
    #expect(find().settings == result.settings)
  }

  @Test("A gain that may be noise moves no setting")
  func noise() {
    let result = SettingsSearch.best { Double($0.neighbours) / 10_000_000 }
    #expect(result.settings == RecommenderSettings())
  }
}
