import BeckonModel

/// What mails and the pages behind their links say, by language. `{app}` stands for the app's name,
/// `{address}` for the mail address, `{campaign}` for a campaign's name and page.
enum MailWording: CaseIterable, Sendable {
  case resetSubject, resetRequest, resetButton, resetExpiry
  case verifySubject, verifyRequest, joinRequest, verifyButton, verifyExpiry
  case notYou
  case newPassword, newPasswordAgain, savePassword, passwordSaved, passwordTooShort
  case passwordsDiffer, isThisYours, itIsMine, addressVerified, linkIsUsed, tryLater
  case leave, leaveQuestion, hasLeft
  case reminderButton, reminderReason

  /// The text in a language.
  func text(
    in language: Language, app: String = "", address: String = "", campaign: String = ""
  ) -> String {
    let texts = texts
    let text =
      switch language {
      case .english: texts.english
      case .turkish: texts.turkish
      case .german: texts.german
      case .french: texts.french
      case .spanish: texts.spanish
      }
    return Self.filled(text, ["app": app, "address": address, "campaign": campaign])
  }

  /// Each place is filled once: what a name holds is no place again.
  private static func filled(_ text: String, _ values: KeyValuePairs<String, String>) -> String {
    let parts = text.split(on: "{", keepsEmpty: true)
    return parts.dropFirst().reduce(parts[0]) { filled, part in
      let ends = part.split(on: "}", maxSplits: 1, keepsEmpty: true)
      let value = values.first { $0.key == ends[0] }?.value ?? ""
      return filled + value + (ends.count == 2 ? ends[1] : "")
    }
  }

  private typealias Texts = (
    english: String, turkish: String, german: String, french: String, spanish: String
  )

  private var texts: Texts {
    switch self {
    case .resetSubject, .resetRequest, .resetButton, .resetExpiry: resetMail
    case .verifySubject, .verifyRequest, .joinRequest, .verifyButton, .verifyExpiry: verifyMail
    case .notYou, .linkIsUsed, .tryLater: common
    case .newPassword, .newPasswordAgain, .savePassword, .passwordSaved, .passwordTooShort,
      .passwordsDiffer:
      resetPage
    case .isThisYours, .itIsMine, .addressVerified: verifyPage
    case .leave, .leaveQuestion, .hasLeft: leavingPage
    case .reminderButton, .reminderReason: reminderMail
    }
  }

  private var resetMail: Texts {
    switch self {
    case .resetSubject:
      (
        "Choose a new password for {app}", "{app} için yeni bir şifre seçin",
        "Neues Passwort für {app} wählen", "Choisissez un nouveau mot de passe pour {app}",
        "Elija una contraseña nueva para {app}"
      )
    case .resetRequest:
      (
        "Somebody asked to change the password of {address}. If that was you, go on here:",
        "{address} adresinin şifresini değiştirmek istendi. Bunu siz istediyseniz buradan devam "
          + "edin:",
        "Jemand möchte das Passwort von {address} ändern. Wenn Sie das waren, geht es hier weiter:",
        "Quelqu’un a demandé à changer le mot de passe de {address}. Si c’est vous, continuez ici :",
        "Alguien ha pedido cambiar la contraseña de {address}. Si ha sido usted, continúe aquí:"
      )
    case .resetButton:
      (
        "Choose a password", "Şifre seç", "Passwort wählen", "Choisir un mot de passe",
        "Elegir contraseña"
      )
    default:
      (
        "The link works once, for an hour.", "Bağlantı bir kez ve bir saat boyunca çalışır.",
        "Der Link gilt einmal, eine Stunde lang.",
        "Le lien fonctionne une seule fois, pendant une heure.",
        "El enlace funciona una sola vez, durante una hora."
      )
    }
  }

  private var verifyMail: Texts {
    switch self {
    case .verifySubject:
      (
        "Is this your address? {app} would like to know",
        "Bu adres sizin mi? {app} öğrenmek istiyor",
        "Ist das Ihre Adresse? {app} möchte es wissen",
        "Est-ce votre adresse ? {app} aimerait le savoir",
        "¿Es esta su dirección? {app} quiere saberlo"
      )
    case .verifyRequest:
      (
        "Somebody signed up at {app} with {address}. If that was you, say so here:",
        "{address} ile {app} uygulamasına kaydolundu. Bu sizseniz buradan onaylayın:",
        "Jemand hat sich bei {app} mit {address} angemeldet. Wenn Sie das waren, bestätigen Sie es "
          + "hier:",
        "Quelqu’un s’est inscrit à {app} avec {address}. Si c’est vous, confirmez-le ici :",
        "Alguien se ha registrado en {app} con {address}. Si ha sido usted, confírmelo aquí:"
      )
    case .joinRequest:
      (
        "Somebody joined {campaign} at {app} with {address}. It counts once you have said that this "
          + "was you:",
        "{address} ile {app} uygulamasında {campaign} kampanyasına katılındı. Bu sizseniz "
          + "onaylayınca geçerli olur:",
        "Jemand nimmt bei {app} mit {address} an {campaign} teil. Es zählt, sobald Sie bestätigt "
          + "haben, dass Sie das waren:",
        "Quelqu’un a rejoint {campaign} chez {app} avec {address}. Cela comptera quand vous aurez "
          + "confirmé que c’était vous :",
        "Alguien se ha unido a {campaign} en {app} con {address}. Contará cuando confirme que ha "
          + "sido usted:"
      )
    case .verifyButton:
      (
        "Confirm the address", "Adresi onayla", "Adresse bestätigen", "Confirmer l’adresse",
        "Confirmar la dirección"
      )
    default:
      (
        "The link works for three days.", "Bağlantı üç gün boyunca çalışır.",
        "Der Link gilt drei Tage lang.", "Le lien fonctionne pendant trois jours.",
        "El enlace funciona durante tres días."
      )
    }
  }

  private var common: Texts {
    switch self {
    case .notYou:
      (
        "If it was not you, you need do nothing: nothing changes.",
        "Bu siz değilseniz bir şey yapmanız gerekmez: hiçbir şey değişmez.",
        "Wenn Sie es nicht waren, müssen Sie nichts tun: Es ändert sich nichts.",
        "Si ce n’est pas vous, vous n’avez rien à faire : rien ne change.",
        "Si no ha sido usted, no tiene que hacer nada: nada cambia."
      )
    case .linkIsUsed:
      (
        "This link was used already, or is too old. Ask for another in the app.",
        "Bu bağlantı kullanılmış ya da çok eski. Uygulamada yenisini isteyin.",
        "Dieser Link wurde schon benutzt oder ist zu alt. Fordern Sie in der App einen neuen an.",
        "Ce lien a déjà servi, ou il est trop ancien. Demandez-en un autre dans l’application.",
        "Este enlace ya se ha usado o es demasiado antiguo. Pida otro en la aplicación."
      )
    default:
      (
        "Too many are trying at this moment. Wait a minute and try again.",
        "Şu anda çok fazla deneme var. Bir dakika bekleyip yeniden deneyin.",
        "Im Moment versuchen es zu viele. Warten Sie eine Minute und versuchen Sie es noch einmal.",
        "Il y a trop de tentatives en ce moment. Attendez une minute et réessayez.",
        "Hay demasiados intentos en este momento. Espere un minuto e inténtelo de nuevo."
      )
    }
  }

  private var resetPage: Texts {
    switch self {
    case .newPassword:
      (
        "New password", "Yeni şifre", "Neues Passwort", "Nouveau mot de passe",
        "Contraseña nueva"
      )
    case .newPasswordAgain:
      (
        "The same once more", "Bir kez daha", "Noch einmal dasselbe", "Encore une fois",
        "Otra vez la misma"
      )
    case .savePassword:
      (
        "Save the password", "Şifreyi kaydet", "Passwort speichern",
        "Enregistrer le mot de passe", "Guardar la contraseña"
      )
    case .passwordSaved:
      (
        "Your new password is saved. Sign in with it in the app.",
        "Yeni şifreniz kaydedildi. Uygulamada onunla oturum açın.",
        "Ihr neues Passwort ist gespeichert. Melden Sie sich damit in der App an.",
        "Votre nouveau mot de passe est enregistré. Connectez-vous avec lui dans l’application.",
        "Su contraseña nueva se ha guardado. Inicie sesión con ella en la aplicación."
      )
    case .passwordTooShort:
      (
        "A password has 8 to 128 characters.", "Şifre 8 ile 128 karakter arasında olmalıdır.",
        "Ein Passwort hat 8 bis 128 Zeichen.", "Un mot de passe a de 8 à 128 caractères.",
        "Una contraseña tiene de 8 a 128 caracteres."
      )
    default:
      (
        "The two are not the same.", "İkisi aynı değil.", "Die beiden sind nicht gleich.",
        "Les deux ne sont pas identiques.", "Las dos no son iguales."
      )
    }
  }

  private var reminderMail: Texts {
    switch self {
    case .reminderButton:
      ("Go to the shop", "Mağazaya git", "Zum Shop", "Aller à la boutique", "Ir a la tienda")
    default:
      (
        "You get this because you have said yes to mails of {app}. If you want no more:",
        "{app} uygulamasının e-postalarına evet dediğiniz için bunu alıyorsunuz. Artık istemiyorsanız:",
        "Sie bekommen dies, weil Sie Mails von {app} zugestimmt haben. Wenn Sie keine mehr möchten:",
        "Vous recevez ceci parce que vous avez accepté les messages de {app}. Pour ne plus en "
          + "recevoir :",
        "Recibe esto porque ha aceptado los correos de {app}. Si no desea más:"
      )
    }
  }

  private var leavingPage: Texts {
    switch self {
    case .leave:
      (
        "No more mails", "Artık e-posta gönderme", "Keine Mails mehr", "Plus de messages",
        "No enviar más correos"
      )
    case .leaveQuestion:
      (
        "Shall {app} send no more mails to your address?",
        "{app} adresinize artık e-posta göndermesin mi?",
        "Soll {app} keine Mails mehr an Ihre Adresse senden?",
        "{app} doit-elle ne plus envoyer de messages à votre adresse ?",
        "¿Desea que {app} no envíe más correos a su dirección?"
      )
    default:
      (
        "{app} sends nothing to your address any more.",
        "{app} adresinize artık bir şey göndermeyecek.",
        "{app} sendet nichts mehr an Ihre Adresse.",
        "{app} n’envoie plus rien à votre adresse.",
        "{app} ya no enviará nada a su dirección."
      )
    }
  }

  private var verifyPage: Texts {
    switch self {
    case .isThisYours:
      (
        "Does {address} belong to you, and did you sign up at {app} with it?",
        "{address} size mi ait ve {app} uygulamasına onunla siz mi kaydoldunuz?",
        "Gehört {address} Ihnen, und haben Sie sich damit bei {app} angemeldet?",
        "{address} est-elle votre adresse, et vous êtes-vous inscrit à {app} avec elle ?",
        "¿Es suya la dirección {address}, y se ha registrado con ella en {app}?"
      )
    case .itIsMine:
      (
        "Yes, it is my address", "Evet, bu benim adresim", "Ja, das ist meine Adresse",
        "Oui, c’est mon adresse", "Sí, es mi dirección"
      )
    default:
      (
        "Thank you: {address} is confirmed.", "Teşekkürler: {address} onaylandı.",
        "Danke: {address} ist bestätigt.", "Merci : {address} est confirmée.",
        "Gracias: {address} está confirmada."
      )
    }
  }
}
