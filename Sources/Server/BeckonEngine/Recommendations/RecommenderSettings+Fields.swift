import BeckonModel

extension RecommenderSettings {
  /// One setting: how it is written, which values make sense, and which are worth trying.
  public struct Field: Sendable {
    /// Its name in JSON.
    public let name: String
    /// What it is measured in.
    public let unit: String
    /// The lowest and highest value that is taken.
    public let range: ClosedRange<Double>
    /// What a search tries, from low to high.
    public let steps: [Double]
    /// Whether it is a whole number.
    public let isWhole: Bool
    let read: @Sendable (RecommenderSettings) -> Double
    let write: @Sendable (inout RecommenderSettings, Double) -> Void

    init(
      _ name: String, _ unit: String, _ range: ClosedRange<Double>, _ steps: [Double],
      _ path: any WritableKeyPath<RecommenderSettings, Int> & Sendable
    ) {
      (self.name, self.unit, self.range, self.steps, isWhole) = (name, unit, range, steps, true)
      read = { Double($0[keyPath: path]) }
      write = { $0[keyPath: path] = Int($1) }
    }

    init(
      _ name: String, _ unit: String, _ range: ClosedRange<Double>, _ steps: [Double],
      _ path: any WritableKeyPath<RecommenderSettings, Float> & Sendable
    ) {
      (self.name, self.unit, self.range, self.steps, isWhole) = (name, unit, range, steps, false)
      read = { Double($0[keyPath: path]) }
      write = { $0[keyPath: path] = Float($1) }
    }

    /// The value as JSON.
    public func json(of settings: RecommenderSettings) -> JSON {
      let value = read(settings)
      return isWhole ? .integer(Int64(value)) : .number("\(Float(value))")
    }
  }

  /// All settings.
  public static let fields = [
    Field("items_used", "items", 1...50, [4, 8, 16, 30], \.itemsUsed),
    Field("position_fade", "factor", 0...1, [0.4, 0.5, 0.6, 0.7, 0.8, 0.9], \.positionFade),
    Field("rarity_power", "power", 0...4, [0, 0.5, 1, 1.5], \.rarityPower),
    Field(
      "sessions_per_item", "sessions", 1...100_000, [250, 500, 1_000, 2_000], \.sessionsPerItem),
    Field("neighbours", "sessions", 1...100_000, [100, 200, 400, 800], \.neighbours),
    Field("similarity_power", "power", 0.1...10, [1, 1.5, 2, 3], \.similarityPower),
    Field("length_power", "power", 0...4, [0, 0.15, 0.25, 0.35, 0.5, 0.8], \.lengthPower),
    Field("age_halvings", "halvings", 0...100, [0, 0.15, 0.3, 0.5, 1, 2], \.ageHalvings),
    Field("forward_fade", "factor", 0...1, [0.5, 0.65, 0.75, 0.85, 0.95], \.forwardFade),
    Field("backward_weight", "weight", 0...10, [0.3, 0.5, 0.7, 1], \.backwardWeight),
    Field("backward_fade", "factor", 0...1, [0.5, 0.65, 0.75, 0.85, 0.95], \.backwardFade),
    Field("popularity_power", "power", 0...4, [0, 0.1, 0.2, 0.3, 0.4, 0.5], \.popularityPower),
    Field("freshness_halvings", "halvings", 0...100, [0, 0.15, 0.3, 0.6, 1], \.freshnessHalvings),
    Field("walk_items", "items", 0...100, [0, 10, 20, 40], \.walkItems),
    Field("walk_sessions", "sessions", 1...1_000, [10, 20, 40], \.walkSessions),
    Field("walk_weight", "weight", 0...100, [0.3, 0.6, 1, 1.5, 2], \.walkWeight),
    Field("return_gain", "factor", 0...10, [0.7, 1, 1.4, 2], \.returnGain),
  ]

  /// Settings as JSON has them; those that it does not name keep their defaults.
  /// - Throws: `FieldError` for a name that is none, or a value out of range.
  public init(_ json: JSON) throws(FieldError) {
    try self.init(Fields(json, isStrict: true))
  }

  /// Settings that are members of an object; those that it does not name keep their defaults.
  /// - Throws: `FieldError` for a name that is none, or a value out of range.
  init(_ members: Fields) throws(FieldError) {
    self.init()
    try members.allow(only: Self.fields.map(\.name))
    for field in Self.fields {
      if field.isWhole {
        let range = Int64(field.range.lowerBound)...Int64(field.range.upperBound)
        if let number = try members.integer(field.name, in: range) {
          field.write(&self, Double(number))
        }
      } else if let number = try members.double(field.name, in: field.range) {
        field.write(&self, number)
      }
    }
  }

  /// All settings as JSON.
  public var json: JSON {
    .object(Self.fields.map { JSON.Member($0.name, $0.json(of: self)) })
  }
}
