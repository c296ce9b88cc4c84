import BeckonModel

/// A list of products at one place of a shop.
public struct Widget: Hashable, Sendable {
  /// Its id.
  public let id: WidgetID
  /// By what clients name it: ids that are compiled into apps can be set.
  public let code: String
  /// What its operator has set.
  public var settings: WidgetSettings

  /// Makes a widget.
  public init(id: WidgetID, code: String, _ settings: WidgetSettings) {
    self.id = id
    self.code = code
    self.settings = settings
  }

  /// Its title in a language: of `en-gb` the one in that language, in `en`, or the first.
  public func title(in language: String?) -> String {
    let wanted = language.flatMap(ProductLanguage.normal).map { [$0, $0.upTo("-")] } ?? []
    let found = wanted.lazy.compactMap { tag in settings.titles.first { $0.language == tag } }.first
    return (found ?? settings.titles.first)?.text ?? settings.name
  }

  /// Whether it is shown on a page at all, before anybody looks for products.
  /// - Parameter isTest: whether the visitor only tries things out: then widgets in test answer,
  ///   and no others.
  public func stands(on page: WidgetPage, at now: Instant, isTest: Bool) -> Bool {
    settings.page.fits(page) && isShown(at: now, isTest: isTest)
  }

  /// Whether it is shown now, on whichever page.
  /// - Parameter isTest: as above.
  public func isShown(at now: Instant, isTest: Bool = false) -> Bool {
    settings.state == (isTest ? .test : .active)
      && settings.startsAt.map { $0 <= now } ?? true && settings.endsAt.map { now < $0 } ?? true
  }
}

/// What the operator of a widget says of it.
public enum WidgetState: String, CaseIterable, Sendable {
  /// It is shown.
  case active
  /// It is shown to nobody.
  case paused
  /// It answers only those who try things out.
  case test
}

/// A widget's title in a language.
public struct WidgetTitle: Hashable, Sendable {
  /// The language in lower case (BCP 47).
  public let language: String
  /// The title.
  public let text: String

  /// Makes a title.
  public init(language: String, text: String) {
    self.language = language
    self.text = text
  }
}

extension [Widget] {
  /// Those that stand on a page, in the order in which they are shown: by placement, then by age.
  public func standing(on page: WidgetPage, at now: Instant, isTest: Bool) -> [Widget] {
    filter { $0.stands(on: page, at: now, isTest: isTest) }.sorted {
      let (one, other): (String, String) =
        ($0.settings.placement ?? "", $1.settings.placement ?? "")
      return one == other ? $0.id < $1.id : one < other
    }
  }

  /// The widget that a client names by its code or id.
  public func named(_ name: String) -> Widget? {
    first { $0.code == name } ?? first { $0.id.text == name }
  }
}
