import BeckonModel

extension Words {
  // Keys.
  static let keys = Words("Keys", "Schlüssel")
  static let keysLead = Words(
    "With a publishable key the app itself calls; a secret key is for your servers only, and may do "
      + "everything. When a key was last used is not noted.",
    "Mit einem öffentlichen Schlüssel ruft die App selbst; ein geheimer ist nur für Ihre Server und "
      + "darf alles. Wann ein Schlüssel zuletzt benutzt wurde, wird nicht vermerkt.")
  static let key = Words("Key", "Schlüssel")
  static let keyKinds: [TextKey: Words] = [
    "publishable": Words("publishable", "öffentlich"), "secret": Words("secret", "geheim"),
  ]
  static let clientsOf = Words("Clients", "Clients")
  static let nativeClients = Words("Beckon’s own", "Beckons eigene")
  static let keyIsGood = Words("good", "gilt")
  static let keyEnds = Words("until {time}", "bis {time}")
  static let keyRevoked = Words("revoked", "widerrufen")
  static let keysEmpty = Words("This app has no key.", "Diese App hat keinen Schlüssel.")
  static let makeKey = Words("Make a key", "Schlüssel machen")
  static let keyMade = Words("The key is made.", "Der Schlüssel ist gemacht.")
  static let keyShown = Words(
    "Copy the key now: it is shown only this once.",
    "Kopieren Sie den Schlüssel jetzt: Er wird nur dieses eine Mal gezeigt.")
  static let oldKeyEnds = Words(
    "The old one is good until {time}.", "Der alte gilt bis {time}.")
  static let rotate = Words("Rotate", "Erneuern")
  static let keyRotated = Words("The key is rotated.", "Der Schlüssel ist erneuert.")
  static let rotateHow = Words(
    "Makes a new key. The old one stays good for:",
    "Macht einen neuen Schlüssel. Der alte gilt noch:")
  static let graceNone = Words("not any more", "gar nicht mehr")
  static let graceDay = Words("one day", "einen Tag")
  static let graceWeek = Words("seven days", "sieben Tage")
  static let graceMonth = Words("30 days", "30 Tage")
  static let revoke = Words("Revoke", "Widerrufen")
  static let revokeHow = Words(
    "Whoever calls with it is refused from now on. It cannot be made good again.",
    "Wer damit ruft, wird ab jetzt abgewiesen. Er kann nicht wieder gültig werden.")
  static let keyIsRevoked = Words("The key is revoked.", "Der Schlüssel ist widerrufen.")
  static let noSuchKey = Words(
    "There is no such key that is still good. Look at the list again.",
    "Es gibt keinen solchen Schlüssel, der noch gilt. Sehen Sie die Liste noch einmal an.")
  static let backToKeys = Words("All keys", "Alle Schlüssel")

  // Webhooks.
  static let webhooks = Words("Webhooks", "Webhooks")
  static let webhooksLead = Words(
    "Which of your servers is told of what, and what each answered.",
    "Welcher Ihrer Server was erfährt, und was jeder geantwortet hat.")
  static let webhooksEmpty = Words(
    "Nobody is told of anything. Make a webhook below.",
    "Niemand erfährt etwas. Machen Sie unten einen Webhook.")
  static let webhook = Words("Webhook", "Webhook")
  static let address = Words("Address", "Adresse")
  static let toldOf = Words("Told of", "Erfährt")
  static let toldOfHint = Words(
    "One word on each line: *, click, open, install, signup, conversion, member, reward, reward_held, "
      + "message, reminder, event:NAME, event:*",
    "Ein Wort je Zeile: *, click, open, install, signup, conversion, member, reward, reward_held, "
      + "message, reminder, event:NAME, event:*")
  static let form = Words("Form", "Form")
  static let makeWebhook = Words("Make a webhook", "Webhook machen")
  static let webhookMade = Words("The webhook is made.", "Der Webhook ist gemacht.")
  static let secretShown = Words(
    "Copy the secret now, with which your server checks the signature: it is shown only this once.",
    "Kopieren Sie jetzt das Geheimnis, mit dem Ihr Server die Signatur prüft: Es wird nur dieses eine "
      + "Mal gezeigt.")
  static let webhookChanged = Words("The webhook is changed.", "Der Webhook ist geändert.")
  static let pause = Words("Stop sending", "Nicht mehr senden")
  static let paused = Words("Nothing is sent any more.", "Es wird nichts mehr gesendet.")
  static let sendAgain = Words("Send again", "Wieder senden")
  static let resumed = Words("It is sent again.", "Es wird wieder gesendet.")
  static let ping = Words("Send a ping", "Ping senden")
  static let pinged = Words(
    "A ping is on its way. Load the page again to see what came of it.",
    "Ein Ping ist unterwegs. Laden Sie die Seite neu, um zu sehen, was daraus wurde.")
  static let newSecret = Words("New secret", "Neues Geheimnis")
  static let newSecretHow = Words(
    "The old one still signs for 24 hours.", "Das alte signiert noch 24 Stunden.")
  static let deleteWebhook = Words("Delete", "Löschen")
  static let deleteWebhookHow = Words(
    "Nothing is sent to it any more, and its log is deleted with it.",
    "Nichts wird mehr dorthin gesendet, und sein Protokoll wird mit ihm gelöscht.")
  static let webhookDeleted = Words("The webhook is deleted.", "Der Webhook ist gelöscht.")
  static let backToWebhooks = Words("All webhooks", "Alle Webhooks")
  static let deliveries = Words("Deliveries", "Zustellungen")
  static let noDeliveries = Words(
    "Nothing was sent yet, or nothing of this state.",
    "Noch wurde nichts gesendet, oder nichts von diesem Stand.")
  static let attempts = Words("Attempts", "Versuche")
  static let answer = Words("Last answer", "Letzte Antwort")
  static let nextTry = Words("next {time}", "nächster {time}")
  static let replay = Words("Send once more", "Noch einmal senden")
  static let replayed = Words(
    "It is sent once more, with the same id.", "Es wird noch einmal gesendet, mit derselben Id.")
  static let failingSince = Words("failing since {time}", "schlägt fehl seit {time}")
  static let webhookStates: [TextKey: Words] = [
    "active": Words("active", "sendet"), "disabled": Words("stopped", "angehalten"),
    "request": Words("stopped by hand", "von Hand angehalten"),
    "gone": Words("its server said that it is gone", "sein Server sagte, es gebe ihn nicht mehr"),
    "failing": Words("failed for too long", "schlug zu lange fehl"),
    "unknown_form": Words(
      "this server does not know its form", "dieser Server kennt seine Form nicht"),
    "pending": Words("waits", "wartet"), "delivered": Words("delivered", "zugestellt"),
    "failed": Words("given up", "aufgegeben"),
  ]
}
