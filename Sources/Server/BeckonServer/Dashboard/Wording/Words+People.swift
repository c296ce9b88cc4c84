import BeckonModel

extension Words {
  static let people = Words("People", "Menschen")
  static let peopleLead = Words(
    "Who signed up, who brought them, and what they have. To the role “read”, what people are known "
      + "by is masked.",
    "Wer sich angemeldet hat, wer sie brachte und was sie haben. Der Rolle „lesen“ wird verdeckt, "
      + "woran man Menschen erkennt.")
  static let peopleEmpty = Words(
    "Nobody yet, or nobody of this name. People come when your server or app tells who signed up:",
    "Noch niemand, oder niemand dieses Namens. Menschen kommen, wenn Server oder App eine Anmeldung "
      + "melden:")
  static let findBy = Words("Find by", "Suchen nach")
  static let findWhat = Words("What", "Was")
  static let wayNames: [TextKey: Words] = [
    "user_id": Words("the app’s own id", "Id der App"), "email": Words("mail address", "E-Mail"),
    "phone": Words("phone number", "Telefon"), "wallet": Words("wallet", "Wallet"),
    "other_id": Words("another id", "andere Id"), "code": Words("referral code", "Empfehlungscode"),
    "install_id": Words("install", "Installation"), "person": Words("id (per_…)", "Id (per_…)"),
  ]
  static let knownBy = Words("Known by", "Bekannt als")
  static let onlyClaimed = Words("only claimed", "nur behauptet")
  static let verified = Words("mailbox checked", "Postfach geprüft")
  static let undeliverable = Words("takes no mail", "nimmt keine Post")
  static let consent = Words("Consent", "Einwilligung")
  static let attributes = Words("Attributes", "Eigenschaften")
  static let attributesMasked = Words(
    "{count}, shown to the role “edit”", "{count}, sichtbar für die Rolle „bearbeiten“")
  static let balances = Words("Balances", "Guthaben")
  static let onHand = Words("On hand", "Verfügbar")
  static let pending = Words("Pending", "Wartet")
  static let inReview = Words("In review", "Zu prüfen")
  static let noBalances = Words("Nothing was earned yet.", "Noch wurde nichts verdient.")
  static let referrals = Words("Referrals", "Empfehlungen")
  static let noReferrals = Words(
    "No part in any campaign.", "In keiner Kampagne dabei.")
  static let matched = Words("Match", "Zuordnung")
  static let referralStates: [TextKey: Words] = [
    "pending": Words("pending", "begonnen"), "unconfirmed": Words("unconfirmed", "unbestätigt"),
    "confirmed": Words("confirmed", "bestätigt"),
    "awaiting_sign_up": Words("awaits sign-up", "vor der Anmeldung"),
    "unverified": Words("not verified", "nicht geprüft"),
    "superseded": Words("superseded", "überholt"),
    "reversed": Words("reversed", "umgekehrt"),
  ]
  static let noInstalls = Words("No install is known.", "Keine Installation bekannt.")
  static let noLinks = Words("No link of their own.", "Kein eigener Link.")
  static let allOfThem = Words("All of them", "Alle")
  static let openPerson = Words("Open this person", "Diese Person öffnen")
  static let backToPeople = Words("All people", "Alle Menschen")

  // What is done for somebody.
  static let grant = Words("Give or take", "Geben oder nehmen")
  static let grantHow = Words(
    "By hand, without a rule: such as a reward that is missing. Below 0 takes away.",
    "Von Hand, ohne Regel: etwa eine Belohnung, die fehlt. Unter 0 nimmt weg.")
  static let amountHint = Words(
    "In the smallest part of the unit.", "In der kleinsten Einheit.")
  static let granted = Words("It stands in the ledger.", "Es steht im Kassenbuch.")
  static let needsAmount = Words(
    "Write a whole number, not 0.", "Schreiben Sie eine ganze Zahl, nicht 0.")
  static let anotherUnit = Words("A new unit", "Eine neue Einheit")
  static let newUnit = Words("New unit", "Neue Einheit")
  static let newUnitHint = Words(
    "Only where none of the list is meant.", "Nur wenn keine der Liste gemeint ist.")
  static let firstUnitHint = Words(
    "The app has none yet. Such as points.", "Die App hat noch keine. Zum Beispiel punkte.")
  static let needsUnit = Words(
    "Choose a unit, or write a new one.",
    "Wählen Sie eine Einheit, oder schreiben Sie eine neue.")
  static let oneUnit = Words(
    "For a new unit, choose “A new unit” above it; otherwise leave this field empty.",
    "Für eine neue Einheit wählen Sie darüber „Eine neue Einheit“; sonst lassen Sie dieses Feld "
      + "leer.")
  static let noSuchUnit = Words(
    "There is no unit {unit} in the list. Choose one of it, or write it as a new unit.",
    "In der Liste ist keine Einheit {unit}. Wählen Sie eine daraus, oder schreiben Sie sie als neue "
      + "Einheit.")
  static let needsReason = Words(
    "Write why, for whoever reads the ledger.", "Schreiben Sie, warum, für das Kassenbuch.")
  static let merge = Words("Merge", "Zusammenlegen")
  static let mergeHow = Words(
    "This person and another are one. What this one has goes over to the other, who stays. It cannot "
      + "be undone.",
    "Diese Person und eine andere sind eine. Was diese hat, geht an die andere, die bleibt. Es lässt "
      + "sich nicht umkehren.")
  static let mergeInto = Words("Who stays (per_…)", "Wer bleibt (per_…)")
  static let merged = Words(
    "They are one now; this is who stayed.", "Sie sind nun eine; dies ist, wer blieb.")
  static let erase = Words("Erase", "Löschen")
  static let eraseHow = Words(
    "Everything about this person is erased, for good; the ledger keeps sums without them. Write the "
      + "last six letters of the id to confirm: {letters}",
    "Alles über diese Person wird gelöscht, endgültig; das Kassenbuch behält Summen ohne sie. "
      + "Schreiben Sie zur Bestätigung die letzten sechs Zeichen der Id: {letters}")
  static let lastLetters = Words("Last six letters", "Letzte sechs Zeichen")
  static let erased = Words("The person is erased.", "Die Person ist gelöscht.")
  static let notConfirmed = Words(
    "These are not the last six letters of the id. Nothing was erased.",
    "Das sind nicht die letzten sechs Zeichen der Id. Es wurde nichts gelöscht.")
  static let export = Words("Export all about this person", "Alles über diese Person exportieren")
  static let exportTooLong = Words(
    "This is more than one file holds. Read it in pages: GET /v1/people/{person}/export",
    "Das ist mehr, als eine Datei fasst. Lesen Sie es in Seiten: GET /v1/people/{person}/export")
  static let signInToken = Words("Token for a new phone", "Token für ein neues Telefon")
  static let signInTokenHow = Words(
    "With it the app on another phone is this person. Whoever has it is them: give it to nobody else.",
    "Damit ist die App auf einem anderen Telefon diese Person. Wer es hat, ist sie: Geben Sie es "
      + "niemand anderem.")
  static let tokenMade = Words("The token is made.", "Das Token ist gemacht.")
  static let tokenShown = Words(
    "Good until {time}, and shown only now.", "Gilt bis {time} und wird nur jetzt gezeigt.")
  static let makeToken = Words("Make a token", "Token machen")
}
