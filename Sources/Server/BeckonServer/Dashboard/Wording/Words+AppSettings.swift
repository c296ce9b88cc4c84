import BeckonModel

extension Words {
  static let settings = Words("Settings", "Einstellungen")
  static let settingsLead = Words(
    "How this app is set up. Secrets are set by the API and never shown. Who changed what stands in "
      + "the audit log.",
    "Wie diese App eingerichtet ist. Geheimnisse werden über die API gesetzt und nie gezeigt. Wer was "
      + "geändert hat, steht im Änderungsprotokoll.")
  static let settingsSaved = Words("The settings are saved.", "Die Einstellungen sind gespeichert.")
  static let save = Words("Save", "Speichern")
  static let backToSettings = Words("All settings", "Alle Einstellungen")
  static let isSet = Words("set", "gesetzt")
  static let isNotSet = Words("not set", "nicht gesetzt")

  // What is general.
  static let generalSettings = Words("General", "Allgemein")
  static let defaultCampaign = Words(
    "Campaign of those who come without one", "Kampagne für alle, die ohne eine kommen")
  static let theOldestCampaign = Words("the oldest that runs", "die älteste laufende")
  static let region = Words("Country of phone numbers", "Land der Telefonnummern")
  static let regionHint = Words("Two capital letters: DE.", "Zwei Großbuchstaben: DE.")
  static let currencyOfApp = Words("Currency", "Währung")
  static let currencyHint = Words("Three capital letters: EUR.", "Drei Großbuchstaben: EUR.")
  static let timeZone = Words("Time zone of days", "Zeitzone der Tage")
  static let timeZoneHint = Words("Such as Europe/Istanbul.", "Etwa Europe/Berlin.")
  static let cartAddress = Words("The shop’s cart", "Warenkorb des Shops")

  // Domains.
  static let linkDomains = Words("Domains of links", "Domains der Links")
  static let linkDomainsHint = Words(
    "A host on each line, go.example.com, or host and path.",
    "Je Zeile ein Host, go.example.com, oder Host und Pfad.")
  static let allowedTargets = Words(
    "Where links of apps may lead", "Wohin Links von Apps führen dürfen")
  static let allowedTargetsHint = Words(
    "A pattern on each line: https://shop.example/*", "Je Zeile ein Muster: https://shop.example/*")
  static let origins = Words("Pages that may call", "Seiten, die rufen dürfen")
  static let originsHint = Words(
    "An origin on each line: https://shop.example", "Je Zeile ein Ursprung: https://shop.example")
  static let noDomains = Words(
    "No domain of its own: links stand on the server’s host.",
    "Keine eigene Domain: Links stehen auf dem Host des Servers.")
  static let onIPhones = Words("iPhones", "iPhones")
  static let onAndroids = Words("Androids", "Androids")
  static let lookFromOutside = Words("Look from outside", "Von außen ansehen")
  static let opensTheApp = Words("opens the app", "öffnet die App")
  static let noIOSSettings = Words(
    "opens no app: bundle id and team are missing", "öffnet keine App: Bundle-Id und Team fehlen")
  static let noTeamID = Words(
    "opens no app: the team is missing", "öffnet keine App: das Team fehlt")
  static let noAndroidSettings = Words(
    "opens no app: package and fingerprints are missing",
    "öffnet keine App: Paket und Fingerabdrücke fehlen")
  static let noFingerprints = Words(
    "opens no app: fingerprints are missing", "öffnet keine App: Fingerabdrücke fehlen")

  // Stores.
  static let iosApp = Words("App Store", "App Store")
  static let bundleID = Words("Bundle id", "Bundle-Id")
  static let teamID = Words("Team", "Team")
  static let appStoreID = Words("Number in the App Store", "Nummer im App Store")
  static let developmentPostbacks = Words(
    "Keep postbacks of development builds", "Postbacks von Entwicklerversionen behalten")
  static let sandboxPayments = Words(
    "Count sandbox purchases", "Käufe in der Sandbox zählen")
  static let androidApp = Words("Google Play", "Google Play")
  static let packageName = Words("Package", "Paket")
  static let fingerprints = Words("Fingerprints of certificates", "Fingerabdrücke der Zertifikate")
  static let fingerprintsHint = Words(
    "One on each line, SHA-256: 14:6D:…", "Je Zeile einer, SHA-256: 14:6D:…")

  // Matching.
  static let matching = Words("Matching", "Zuordnung")
  static let matchByDevice = Words(
    "Match by network and device on iOS", "Auf iOS nach Netz und Gerät zuordnen")
  static let sureMinutes = Words("Minutes of a usual match", "Minuten für eine übliche Zuordnung")
  static let weakMinutes = Words("Minutes of a weak match", "Minuten für eine schwache Zuordnung")
  static let minutesHint = Words("At most 1440.", "Höchstens 1440.")
  static let fillPasteboard = Words(
    "Click pages copy the link on iOS", "Klickseiten kopieren den Link auf iOS")
  static let holdSameMailbox = Words(
    "Hold rewards of the same mailbox", "Belohnungen desselben Postfachs anhalten")

  // Messages.
  static let mails = Words("Mails", "Mails")
  static let mailFromHint = Words(
    "Left empty, this app sends no mails.", "Leer: Diese App sendet keine Mails.")
  static let senderName = Words("Name of the sender", "Name des Absenders")
  static let replyTo = Words("Answers go to", "Antworten gehen an")
  static let perDay = Words("At most in a day", "Höchstens am Tag")
  static let perPersonDay = Words("At most of a person in a day", "Höchstens je Person am Tag")
  static let textMessages = Words("Text messages", "Textnachrichten")
  static let senders = Words("Senders", "Absender")
  static let sendersHint = Words(
    "One on each line; the first is the usual one.", "Je Zeile einer; der erste ist der übliche.")
  static let countries = Words("Only to these countries", "Nur in diese Länder")
  static let countriesHint = Words("One on each line: DE", "Je Zeile eines: DE")
  static let quietHours = Words("Send nothing at night", "Nachts nichts senden")
  static let gateways = Words("Gateways and secrets", "Gateways und Geheimnisse")
  static let gatewaysHow = Words(
    "Gateways are set when the server is started; user names and passwords are never shown.",
    "Gateways werden beim Start des Servers gesetzt; Namen und Passwörter werden nie gezeigt.")
  static let noTextGateway = Words(
    "none: beckon serve --sms-gateway URL", "keines: beckon serve --sms-gateway URL")
  static let hasMailGateway = Words("set up", "eingerichtet")
  static let noMailGateway = Words(
    "none: beckon serve --mail-gateway URL", "keines: beckon serve --mail-gateway URL")
  static let metaKey = Words("Meta’s key for referrers", "Metas Schlüssel für Referrer")
  static let playNotifications = Words(
    "Google Play’s notifications", "Benachrichtigungen von Google Play")

  // Retention.
  static let retention = Words("How long facts are kept", "Wie lange Fakten bleiben")
  static let daysOfClicks = Words(
    "Days of clicks and installs", "Tage für Klicks und Installationen")
  static let daysOfEvents = Words("Days of events", "Tage für Ereignisse")
  static let retentionHint = Words(
    "Fewer days delete what is older, for good. Money is never deleted.",
    "Weniger Tage löschen Älteres endgültig. Geld wird nie gelöscht.")

  // What conversion values mean.
  static let conversionSchema = Words(
    "What Apple’s conversion values mean", "Was Apples Konversionswerte bedeuten")
  static let noSchema = Words(
    "There is no schema yet: installs report nothing.",
    "Es gibt noch kein Schema: Installationen melden nichts.")
  static let window = Words("Window", "Fenster")
  static let windows: [TextKey: Words] = [
    "0": Words("days 0–2", "Tage 0–2"), "1": Words("days 3–7", "Tage 3–7"),
    "2": Words("days 8–35", "Tage 8–35"),
  ]
  static let fineValue = Words("Fine", "Fein")
  static let coarseValue = Words("Coarse", "Grob")
  static let coarseValues: [TextKey: Words] = [
    "low": Words("low", "niedrig"), "medium": Words("medium", "mittel"),
    "high": Words("high", "hoch"),
  ]
  static let meansThat = Words("It means", "Es heißt")
  static let wasLaunched = Words("The app was launched.", "Die App wurde gestartet.")
  static let hasSignedUp = Words("Somebody signed up.", "Jemand hat sich angemeldet.")
  static let hasPaid = Words("Somebody paid.", "Jemand hat bezahlt.")
  static let hasSpent = Words(
    "Somebody spent {sum} or more.", "Jemand hat {sum} oder mehr ausgegeben.")
  static let hasDone = Words("“{event}” came {count} times.", "„{event}“ kam {count}-mal.")
  static let endsWindow = Words("Apple reports at once.", "Apple meldet sofort.")
  static let schemaRules = Words("Rules, as JSON", "Regeln, als JSON")
  static let schemaHint = Words(
    "An array of rules, as PUT /v1/postback-schema takes them (docs/openapi.yaml).",
    "Eine Liste von Regeln, wie PUT /v1/postback-schema sie nimmt (docs/openapi.yaml).")
  static let previewSchema = Words("See how it is read", "Ansehen, wie es gelesen wird")
  static let saveSchema = Words("Save this schema", "Dieses Schema speichern")
  static let schemaFromNow = Words(
    "Nothing is saved yet. A schema holds for installs from the moment it is saved.",
    "Noch ist nichts gespeichert. Ein Schema gilt für Installationen ab dem Speichern.")
  static let schemaSaved = Words("The schema is saved.", "Das Schema ist gespeichert.")
  static let noJSON = Words("This is no JSON.", "Das ist kein JSON.")

  // Imports.
  static let imports = Words("Imports", "Importe")
  static let noImports = Words("Nothing was imported.", "Es wurde nichts importiert.")
  static let begun = Words("Begun", "Begonnen")
  static let isUnderWay = Words("under way", "läuft")
  static let rowsDone = Words("Rows", "Zeilen")
  static let problemsOfImport = Words("What is wrong", "Was nicht stimmt")
  static let lineOfFile = Words("line {line}", "Zeile {line}")
  static let importVerdicts: [TextKey: Words] = [
    "accepted": Words("taken", "übernommen"), "merged": Words("here before", "schon da"),
    "rejected": Words("rejected", "abgelehnt"),
  ]
}
