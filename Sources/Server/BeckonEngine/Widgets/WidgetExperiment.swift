import BeckonModel

/// What is compared with a widget: other ways of showing, and showing nothing. Who sees what is
/// decided by chance, once for each visitor.
public struct WidgetExperiment: Hashable, Sendable {
  /// Another way of showing.
  public struct Variant: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// Of a hundred visitors so many.
    public let percent: Int64
    /// Where its products come from.
    public let methods: [WidgetMethod]

    /// Makes a variant.
    public init(name: String, percent: Int64, methods: [WidgetMethod]) {
      self.name = name
      self.percent = percent
      self.methods = methods
    }
  }

  /// Its name. Widgets of one experiment show each visitor the same arm.
  public let name: String
  /// Of a hundred visitors so many are shown nothing.
  public let holdOutPercent: Int64
  /// Other ways of showing; who is in none of them sees the widget as it is.
  public let variants: [Variant]

  /// Makes an experiment.
  public init(name: String, holdOutPercent: Int64, variants: [Variant] = []) {
    self.name = name
    self.holdOutPercent = holdOutPercent
    self.variants = variants
  }

  /// Lots of which a visitor draws one.
  public static let lots: UInt64 = 10_000

  /// The arm of a visitor.
  /// - Parameter digest: a hash of experiment and visitor.
  public func arm(of digest: Identifier) -> WidgetArm {
    // Of a hash the last bits are as good as any; 10,000 lots among 2^64 are even enough.
    let lot = digest.low % Self.lots
    var end = UInt64(holdOutPercent) * Self.lots / 100
    if lot < end { return .holdOut }
    for variant in variants {
      end += UInt64(variant.percent) * Self.lots / 100
      if lot < end { return .variant(variant.name) }
    }
    return .main
  }

  /// Whether an arm is one of it.
  func has(_ arm: WidgetArm) -> Bool {
    switch arm {
    case .main: true
    case .holdOut: holdOutPercent > 0
    case .variant(let name): variants.contains { $0.name == name }
    }
  }
}

/// What a visitor sees of a widget.
public enum WidgetArm: Hashable, Sendable {
  /// The widget as it is.
  case main
  /// Nothing.
  case holdOut
  /// A variant, by its name.
  case variant(String)

  /// The word of the widget as it is.
  public static let mainWord = "main"
  /// The word of those who are shown nothing.
  public static let holdOutWord = "hold_out"

  /// As it is stored and told.
  public var word: String {
    switch self {
    case .main: Self.mainWord
    case .holdOut: Self.holdOutWord
    case .variant(let name): name
    }
  }

  /// Reads the word.
  public init(word: String) {
    switch word {
    case Self.mainWord: self = .main
    case Self.holdOutWord: self = .holdOut
    default: self = .variant(word)
    }
  }
}

extension Widget {
  /// What a visitor sees of it: what they have seen, if that is still there, else what they draw.
  public func arm(known: WidgetArm?, digest: Identifier) -> WidgetArm {
    guard let experiment = settings.experiment else { return .main }
    if let known, experiment.has(known) { return known }
    return experiment.arm(of: digest)
  }

  /// Where products come from for who sees an arm. A variant that is no more is the widget as it
  /// is.
  public func methods(of arm: WidgetArm) -> [WidgetMethod] {
    guard case .variant(let name) = arm else { return settings.methods }
    return settings.experiment?.variants.first { $0.name == name }?.methods ?? settings.methods
  }
}
