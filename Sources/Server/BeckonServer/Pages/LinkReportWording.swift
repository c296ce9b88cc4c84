import BeckonEngine

/// What the page says on which links are reported, by language.
enum LinkReportWording: CaseIterable, Sendable {
  case title, whatIsWrong, inYourWords, send, whatBecomesOfIt, thanks, noSuchLink, tryLater
  case fraud, malware, unwanted, illegal, other

  /// What a reason is called.
  static func of(_ reason: LinkReport.Reason) -> LinkReportWording {
    switch reason {
    case .fraud: .fraud
    case .malware: .malware
    case .unwanted: .unwanted
    case .illegal: .illegal
    case .other: .other
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

  private typealias Texts = (
    english: String, turkish: String, german: String, french: String, spanish: String
  )

  private var texts: Texts {
    switch self {
    case .fraud, .malware, .unwanted, .illegal, .other: reasonTexts
    case .thanks, .noSuchLink, .tryLater, .whatBecomesOfIt: answers
    case .title:
      (
        "Report this link", "Bu bağlantıyı bildir", "Diesen Link melden", "Signaler ce lien",
        "Denunciar este enlace"
      )
    case .whatIsWrong:
      (
        "What is wrong with it?", "Sorun nedir?", "Was stimmt damit nicht?",
        "Quel est le problème ?", "¿Qué problema hay?"
      )
    case .inYourWords:
      (
        "In your words (optional)", "Kendi sözlerinizle (isteğe bağlı)",
        "In Ihren Worten (freiwillig)", "Avec vos mots (facultatif)",
        "Con sus palabras (opcional)"
      )
    case .send: ("Report", "Bildir", "Melden", "Signaler", "Denunciar")
    }
  }

  private var answers: Texts {
    switch self {
    case .thanks:
      (
        "Thank you. Somebody will look at it.", "Teşekkürler. Biri inceleyecek.",
        "Danke. Jemand sieht es sich an.", "Merci. Quelqu’un va l’examiner.",
        "Gracias. Alguien lo revisará."
      )
    case .noSuchLink:
      (
        "There is no such link.", "Böyle bir bağlantı yok.", "Diesen Link gibt es nicht.",
        "Ce lien n’existe pas.", "Este enlace no existe."
      )
    case .tryLater:
      (
        "Too many tries. Please wait a minute.", "Çok fazla deneme. Lütfen bir dakika bekleyin.",
        "Zu viele Versuche. Bitte warten Sie eine Minute.",
        "Trop de tentatives. Veuillez attendre une minute.",
        "Demasiados intentos. Espere un minuto."
      )
    default:
      (
        "Whoever runs this link’s server sees what you write, and not who you are.",
        "Bu bağlantının sunucusunu işleten, yazdığınızı görür; kim olduğunuzu görmez.",
        "Wer den Server dieses Links betreibt, sieht, was Sie schreiben, und nicht, wer Sie sind.",
        "La personne qui gère le serveur de ce lien voit ce que vous écrivez, mais pas qui vous êtes.",
        "Quien gestiona el servidor de este enlace ve lo que escribe, pero no quién es usted."
      )
    }
  }

  private var reasonTexts: Texts {
    switch self {
    case .fraud:
      (
        "It wants my money or my passwords", "Paramı ya da şifrelerimi istiyor",
        "Er will an mein Geld oder meine Passwörter",
        "Il en veut à mon argent ou à mes mots de passe",
        "Quiere mi dinero o mis contraseñas"
      )
    case .malware:
      (
        "It brings harmful software", "Zararlı yazılım getiriyor", "Er bringt schädliche Software",
        "Il installe un logiciel malveillant", "Trae software dañino"
      )
    case .unwanted:
      (
        "I did not want it sent to me", "Bana gönderilmesini istemedim",
        "Ich wollte ihn nicht bekommen", "Je n’ai pas voulu le recevoir", "No quería recibirlo"
      )
    case .illegal:
      (
        "It leads to something forbidden", "Yasak bir şeye götürüyor",
        "Er führt zu etwas Verbotenem", "Il mène à quelque chose d’interdit",
        "Lleva a algo prohibido"
      )
    default: ("Something else", "Başka bir şey", "Etwas anderes", "Autre chose", "Otra cosa")
    }
  }
}
