import BeckonModel

extension Words {
  static let messages = Words("Messages", "Nachrichten")
  static let messagesLead = Words(
    "Mails and text messages: where each stands, what may still be sent, and what was stopped. They "
      + "are kept for 30 days; the figures are of the last 10,000.",
    "Mails und Textnachrichten: wo jede steht, was noch gesendet werden darf, und was angehalten "
      + "wurde. Sie bleiben 30 Tage; die Zahlen sind von den letzten 10.000.")
  static let messageStates: [TextKey: Words] = [
    "queued": Words("waits", "wartet"), "sending": Words("is being sent", "wird gesendet"),
    "sent": Words("sent", "gesendet"), "failed": Words("failed", "fehlgeschlagen"),
    "uncertain": Words("perhaps sent", "vielleicht gesendet"),
    "suppressed": Words("not to be sent", "nicht zu senden"),
  ]
  static let messageKinds: [TextKey: Words] = [
    "verify_email": Words("address to confirm", "Adresse bestätigen"),
    "password_reset": Words("new password", "neues Passwort"),
    "invite": Words("invitation", "Einladung"), "reminder": Words("reminder", "Erinnerung"),
  ]
  static let messageReasons: [TextKey: Words] = [
    "expired": Words("nobody took it in time", "niemand nahm sie rechtzeitig an"),
    "interrupted": Words(
      "the server ended while it was sent", "der Server endete während des Sendens"),
    "called_off": Words("called off", "zurückgezogen"),
    "suppressed": Words("the recipient wants none", "der Empfänger will keine"),
    "trial": Words("not one of the team’s numbers", "keine Nummer des Teams"),
    "invited_before": Words("was invited before", "wurde schon eingeladen"),
    "stopped": Words(
      "numbers like it follow no invitation", "ähnliche Nummern folgen keiner Einladung"),
    "block_budget": Words(
      "the budget of numbers like it is used up", "das Budget ähnlicher Nummern ist verbraucht"),
    "not_set_up": Words("sending is not set up", "Senden ist nicht eingerichtet"),
  ]
  static let receipts: [TextKey: Words] = [
    "network": Words("the network has it", "das Netz hat sie"),
    "delivered": Words("delivered", "zugestellt"),
    "impossible": Words("cannot be delivered", "nicht zustellbar"),
  ]
  static let uncertainMessages = Words(
    "Perhaps sent: {count}. The gateway’s answer was lost, and nothing is sent again by itself.",
    "Vielleicht gesendet: {count}. Die Antwort des Gateways ging verloren, und nichts wird von selbst "
      + "noch einmal gesendet.")
  static let uncertainHow = Words(
    "It was handed over, and the gateway’s answer was lost. Look into the gateway’s own log before "
      + "you send it once more.",
    "Sie wurde übergeben, und die Antwort des Gateways ging verloren. Sehen Sie im Protokoll des "
      + "Gateways nach, bevor Sie sie noch einmal senden.")
  static let pumpingStopped = Words(
    "Alarm: to {count} blocks of numbers nothing is sent, because nobody follows what goes there. "
      + "Somebody may be paid for texts that arrive (pumping).",
    "Alarm: An {count} Nummernblöcke wird nichts gesendet, weil dort niemand etwas folgt. Vielleicht "
      + "wird jemand für ankommende Nachrichten bezahlt (Pumping).")
  static let whatCameOfIt = Words("What came of it", "Was daraus wurde")
  static let recipient = Words("Recipient", "Empfänger")
  static let noMessages = Words(
    "No message, or none of these.", "Keine Nachricht, oder keine von diesen.")
  static let backToMessages = Words("All messages", "Alle Nachrichten")
  static let gateway = Words("Gateway", "Gateway")
  static let sender = Words("From", "Von")
  static let parts = Words("Parts", "Teile")
  static let nextAttempt = Words("Next attempt", "Nächster Versuch")
  static let settled = Words("Settled", "Erledigt")
  static let followed = Words("Link followed", "Link gefolgt")
  static let wasFollowed = Words("its link was followed", "ihrem Link wurde gefolgt")
  static let sendOnceMore = Words("Send once more", "Noch einmal senden")
  static let callOffMessage = Words("Call it off", "Zurückziehen")
  static let messageQueued = Words("It is sent once more.", "Sie wird noch einmal gesendet.")
  static let messageCalledOff = Words("It is not sent.", "Sie wird nicht gesendet.")

  // Budgets.
  static let budgets = Words("What may still be sent", "Was noch gesendet werden darf")
  static let budget = Words("Budget", "Budget")
  static let spent = Words("Used", "Verbraucht")
  static let mostOf = Words("Of", "Von")
  static let usedUp = Words("used up", "verbraucht")
  static let noBudgets = Words(
    "This app sends nothing: it has not said who its messages are from.",
    "Diese App sendet nichts: Sie hat nicht gesagt, von wem ihre Nachrichten sind.")
  static let budgetNames: [TextKey: Words] = [
    "mail_day": Words("Mails today", "Mails heute"),
    "sms_day": Words("Invitations in 24 hours", "Einladungen in 24 Stunden"),
    "sms_hour": Words("Invitations in an hour", "Einladungen in einer Stunde"),
    "unnamed_day": Words(
      "Of clients without a person, in 24 hours", "Von Clients ohne Person, in 24 Stunden"),
    "unnamed_hour": Words(
      "Of clients without a person, in an hour", "Von Clients ohne Person, in einer Stunde"),
  ]
  static let stoppedNumbers = Words("Numbers to which nothing goes", "Nummern, an die nichts geht")
  static let numbersBegin = Words("They begin with", "Sie beginnen mit")
  static let timesStopped = Words("How often stopped", "Wie oft angehalten")
  static let untilWhen = Words("Until", "Bis")
  static let noneStopped = Words("None: no alarm.", "Keine: kein Alarm.")

  // To whom nothing is sent.
  static let suppressions = Words("To whom nothing is sent", "An wen nichts gesendet wird")
  static let suppressionsLead = Words(
    "Who has left, whose mailbox refuses, and whom you have put here. Addresses are kept as hashes, so "
      + "one is shown only while a message to it is kept.",
    "Wer gegangen ist, wessen Postfach ablehnt, und wen Sie hierher gesetzt haben. Adressen bleiben als "
      + "Hashes, darum steht eine hier nur, solange eine Nachricht an sie bleibt.")
  static let channel = Words("By", "Über")
  static let anyChannel = Words("any", "alle")
  static let channels: [TextKey: Words] = [
    "mail": Words("mail", "Mail"), "sms": Words("text message", "Textnachricht"),
  ]
  static let suppressionReasons: [TextKey: Words] = [
    "bounced": Words("cannot be reached", "nicht erreichbar"),
    "requested": Words("by your word", "auf Ihr Wort"),
    "unsubscribed": Words("has left", "hat sich abgemeldet"),
  ]
  static let onlyHashIsLeft = Words("(only its hash is left)", "(nur der Hash ist übrig)")
  static let suppressAddress = Words("Send nothing to somebody", "An jemanden nichts senden")
  static let suppressRecipient = Words(
    "Send nothing more to them", "Ihnen nichts mehr senden")
  static let suppressHint = Words(
    "A mail address, or a phone number with +.", "Eine Mailadresse, oder eine Nummer mit +.")
  static let recipientSuppressed = Words(
    "Nothing more is sent there.", "Dorthin wird nichts mehr gesendet.")
  static let sendToThemAgain = Words("Send again", "Wieder senden")
  static let suppressionEnded = Words(
    "Messages are sent there again.", "Dorthin wird wieder gesendet.")
  static let needsAddress = Words("Write an address.", "Schreiben Sie eine Adresse.")
  static let noSuppressions = Words("Nobody.", "Niemand.")

  // What invitations say.
  static let textsOfInvites = Words("What invitations say", "Was Einladungen sagen")
  static let textsLead = Words(
    "{link} stands for the link, {sender}, {receiver} and {text} for what the app tells. Each part of "
      + "a text costs as much as a message.",
    "{link} steht für den Link, {sender}, {receiver} und {text} für das, was die App sagt. Jeder Teil "
      + "eines Textes kostet so viel wie eine Nachricht.")
  static let textOfInvite = Words("Text", "Text")
  static let textHint = Words(
    "One that is not in the old GSM letters takes more parts.",
    "Einer mit Zeichen außerhalb der alten GSM-Zeichen braucht mehr Teile.")
  static let encoding = Words("Letters", "Zeichen")
  static let encodings: [TextKey: Words] = [
    "gsm7": Words("GSM", "GSM"), "ucs2": Words("Unicode", "Unicode"),
  ]
  static let unitsLeft = Words("{count} left", "{count} übrig")
  static let isDefault = Words("default", "Standard")
  static let alias = Words("Alias", "Zweitname")
  static let aliasHint = Words(
    "Another id of it, such as one in apps that are out already.",
    "Eine weitere Id, etwa eine in Apps, die schon draußen sind.")
  static let noTexts = Words("There is none.", "Es gibt keinen.")
  static let makeText = Words("Make a text", "Text machen")
  static let textMade = Words("The text is made.", "Der Text ist gemacht.")
  static let textChanged = Words("The text is changed.", "Der Text ist geändert.")
  static let deleteText = Words("Delete it", "Löschen")
  static let deleteTextHow = Words(
    "Nothing is sent with it any more. What went out with it stays.",
    "Nichts wird mehr damit verschickt. Was damit verschickt ist, bleibt.")
  static let textDeleted = Words("The text is deleted.", "Der Text ist gelöscht.")
}
