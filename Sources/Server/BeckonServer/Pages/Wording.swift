/// What people are told, by language.
enum Wording: CaseIterable, Sendable {
  case openingTheApp
  case getTheApp
  case continueOnTheWeb
  case goOn
  case nothingHere
  case noSuchLink
  case linkHasEnded
  case linkIsForbidden

  private var texts: (english: String, turkish: String) {
    switch self {
    case .openingTheApp: ("Opening the app", "Uygulama açılıyor")
    case .getTheApp: ("Get the app", "Uygulamayı indir")
    case .continueOnTheWeb: ("Continue on the web", "Web’de devam et")
    case .goOn: ("Continue", "Devam et")
    case .nothingHere: ("Nothing here", "Burada bir şey yok")
    case .noSuchLink: ("There is no such link.", "Böyle bir bağlantı yok.")
    case .linkIsForbidden:
      (
        "This link leads to a page that its owner does not allow.",
        "Bu bağlantı, sahibinin izin vermediği bir sayfaya gidiyor."
      )
    case .linkHasEnded:
      ("This link was deleted or has expired.", "Bu bağlantı silinmiş ya da süresi dolmuş.")
    }
  }

  /// The text in a language.
  func text(in language: Language) -> String {
    switch language {
    case .english: texts.english
    case .turkish: texts.turkish
    }
  }
}
