/// What people are told, by language.
enum Wording: CaseIterable, Sendable {
  case openingTheApp
  case howToGoOn
  case openInTheApp
  case getTheApp
  case copiesTheLink
  case insideAnotherApp
  case continueOnTheWeb
  case goOn
  case nothingHere
  case noSuchLink
  case linkHasEnded
  case linkIsForbidden

  private typealias Texts = (
    english: String, turkish: String, german: String, french: String, spanish: String
  )

  private var texts: Texts {
    switch self {
    case .openingTheApp:
      (
        "Opening the app", "Uygulama açılıyor", "Die App wird geöffnet",
        "Ouverture de l’application", "Abriendo la aplicación"
      )
    case .howToGoOn:
      (
        "How would you like to continue?", "Nasıl devam etmek istersiniz?",
        "Wie möchten Sie fortfahren?", "Comment souhaitez-vous continuer ?",
        "¿Cómo desea continuar?"
      )
    case .openInTheApp:
      (
        "Open in the app", "Uygulamada aç", "In der App öffnen", "Ouvrir dans l’application",
        "Abrir en la aplicación"
      )
    case .getTheApp:
      (
        "Get the app", "Uygulamayı indir", "App laden", "Obtenir l’application",
        "Descargar la aplicación"
      )
    case .copiesTheLink, .insideAnotherApp: longTexts
    case .continueOnTheWeb:
      (
        "Continue on the web", "Web’de devam et", "Weiter im Web", "Continuer sur le web",
        "Continuar en la web"
      )
    case .goOn: ("Continue", "Devam et", "Weiter", "Continuer", "Continuar")
    case .nothingHere, .noSuchLink, .linkHasEnded, .linkIsForbidden: refusals
    }
  }

  private var longTexts: Texts {
    switch self {
    case .copiesTheLink:
      (
        "“Get the app” also copies this link, so that the app can take you to the right place "
          + "when you first open it.",
        "“Uygulamayı indir” bu bağlantıyı da kopyalar; böylece uygulama ilk açılışta sizi doğru "
          + "yere götürebilir.",
        "„App laden“ kopiert auch diesen Link, damit die App Sie beim ersten Start an die richtige "
          + "Stelle bringen kann.",
        "« Obtenir l’application » copie aussi ce lien, pour que l’application vous mène au bon "
          + "endroit à sa première ouverture.",
        "«Descargar la aplicación» también copia este enlace, para que la aplicación pueda "
          + "llevarle al lugar correcto la primera vez que la abra."
      )
    default:
      (
        "You see this page inside another app. If the button does nothing, open that app’s menu "
          + "(⋯) and choose to open the page in your browser.",
        "Bu sayfayı başka bir uygulamanın içinde görüyorsunuz. Düğme bir şey yapmazsa o "
          + "uygulamanın menüsünden (⋯) sayfayı tarayıcıda açmayı seçin.",
        "Sie sehen diese Seite in einer anderen App. Falls der Knopf nichts bewirkt, öffnen Sie "
          + "deren Menü (⋯) und wählen Sie, die Seite im Browser zu öffnen.",
        "Vous voyez cette page dans une autre application. Si le bouton ne fait rien, ouvrez le "
          + "menu (⋯) de celle-ci et choisissez d’ouvrir la page dans votre navigateur.",
        "Está viendo esta página dentro de otra aplicación. Si el botón no hace nada, abra el menú "
          + "(⋯) de esta y elija abrir la página en su navegador."
      )
    }
  }

  private var refusals: Texts {
    switch self {
    case .linkIsForbidden:
      (
        "This link leads to a page that its owner does not allow.",
        "Bu bağlantı, sahibinin izin vermediği bir sayfaya gidiyor.",
        "Dieser Link führt zu einer Seite, die sein Besitzer nicht erlaubt.",
        "Ce lien mène à une page que son propriétaire n’autorise pas.",
        "Este enlace lleva a una página que su propietario no permite."
      )
    case .noSuchLink:
      (
        "There is no such link.", "Böyle bir bağlantı yok.", "Diesen Link gibt es nicht.",
        "Ce lien n’existe pas.", "Este enlace no existe."
      )
    case .linkHasEnded:
      (
        "This link was deleted or has expired.", "Bu bağlantı silinmiş ya da süresi dolmuş.",
        "Dieser Link wurde gelöscht oder ist abgelaufen.", "Ce lien a été supprimé ou a expiré.",
        "Este enlace se ha eliminado o ha caducado."
      )
    default:
      (
        "Nothing here", "Burada bir şey yok", "Hier ist nichts", "Il n’y a rien ici",
        "Aquí no hay nada"
      )
    }
  }

  /// The text in a language.
  func text(in language: Language) -> String {
    switch language {
    case .english: texts.english
    case .turkish: texts.turkish
    case .german: texts.german
    case .french: texts.french
    case .spanish: texts.spanish
    }
  }
}
