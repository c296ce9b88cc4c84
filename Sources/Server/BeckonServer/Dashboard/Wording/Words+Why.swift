extension Words {
  static let why = Words("Why", "Warum")
  static let whyLead = Words(
    "Why was somebody matched, credited, paid, or not? Enter an install, a person, a link, an order or "
      + "an e-mail address.",
    "Warum wurde jemand zugeordnet, angerechnet, bezahlt oder nicht? Geben Sie eine Installation, eine "
      + "Person, einen Link, eine Bestellung oder eine E-Mail-Adresse ein.")
  static let whyField = Words("What to look for", "Was gesucht wird")
  static let whyHint = Words(
    "per_…, ins_…, lnk_…, fct_…, trf_…, a short link or its code, an order’s number, a user id, "
      + "ana@example.com, +49…",
    "per_…, ins_…, lnk_…, fct_…, trf_…, ein Kurzlink oder sein Code, eine Bestellnummer, eine "
      + "Nutzer-ID, ana@example.com, +49…")
  static let look = Words("Look", "Nachsehen")
  static let nothingFound = Words(
    "Nothing in this app is known by that. Upper and lower case differ in codes and ids; an install is "
      + "known once the app has called the server.",
    "In dieser App ist nichts so bekannt. Bei Codes und IDs zählt Groß- und Kleinschreibung; eine "
      + "Installation ist bekannt, sobald die App den Server gerufen hat.")

  static let identities = Words("Known by", "Bekannt als")
  static let confirmed = Words("confirmed", "bestätigt")
  static let claimed = Words("only an app said so", "nur eine App sagt es")
  static let created = Words("First seen", "Zuerst gesehen")
  static let signedUpAt = Words("Signed up", "Angemeldet")
  static let notSignedUp = Words("not signed up", "nicht angemeldet")
  static let referral = Words("Who brought them", "Wer sie gebracht hat")
  static let noReferral = Words(
    "This person is in no campaign, so nobody was credited with them. POST /v1/people with a campaign, "
      + "a code or a referrer makes a member.",
    "Diese Person ist in keiner Kampagne, darum wurde sie niemandem angerechnet. POST /v1/people mit "
      + "Kampagne, Code oder Werbendem macht sie zum Mitglied.")
  static let referrer = Words("Referrer", "Werbende Person")
  static let nobody = Words("nobody", "niemand")
  static let state = Words("State", "Zustand")
  static let method = Words("How", "Wie")
  static let match = Words("Match", "Zuordnung")
  static let risk = Words("Risk", "Risiko")
  static let refusals = Words("Rules that did not pay", "Regeln, die nicht zahlten")
  static let reason = Words("Reason", "Grund")
  static let rule = Words("Rule", "Regel")
  static let at = Words("At", "Am")
  static let unpaid = Words("What was not paid, and why", "Was nicht bezahlt wurde und warum")
  static let nothingUnpaid = Words(
    "Nothing of the last facts is unpaid that any rule might have paid.",
    "Von den letzten Ereignissen ist nichts unbezahlt, was eine Regel hätte zahlen können.")
  static let awaitedByNoRule = Words(
    "No rule waits for these events: {names}.",
    "Auf diese Ereignisse wartet keine Regel: {names}.")
  static let perhapsMeant = Words(
    "{name} (perhaps {nearest} is meant)", "{name} (vielleicht ist {nearest} gemeint)")
  static let fact = Words("Fact", "Ereignis")
  static let explanation = Words("Explanation", "Erklärung")
  static let asked = Words("The rule asks for", "Die Regel verlangt")
  static let had = Words("The event has", "Das Ereignis hat")
  static let transfers = Words("Rewards and other transfers", "Belohnungen und andere Buchungen")
  static let noTransfers = Words("None yet.", "Noch keine.")
  static let amount = Words("Amount", "Betrag")
  static let to = Words("To", "An")
  static let reasons = Words("Reasons", "Gründe")
  static let due = Words("Due", "Fällig")
  static let paymentsTitle = Words("Payments", "Zahlungen")
  static let kind = Words("Kind", "Art")
  static let told = Words("Told by", "Gemeldet von")
  static let brought = Words("Whom they brought", "Wen sie gebracht haben")
  static let broughtNobody = Words("Nobody yet.", "Noch niemanden.")

  static let attribution = Words(
    "Why this install was matched, or not", "Warum diese Installation zugeordnet wurde oder nicht")
  static let certainty = Words("Certainty", "Sicherheit")
  static let candidates = Words("Clicks that were looked at", "Klicks, die verglichen wurden")
  static let noCandidates = Words(
    "No click was looked at.", "Es wurde kein Klick verglichen.")
  static let age = Words("Before launch", "Vor dem Start")
  static let outcome = Words("Outcome", "Ergebnis")
  static let signals = Words("Signals", "Merkmale")
  static let limits = Words("What makes it less certain", "Was es unsicherer macht")
  static let target = Words("Leads to", "Führt zu")
  static let owner = Words("Whose", "Wessen")
  static let noOwner = Words(
    "nobody’s: it was made without a referrer, so nobody is credited",
    "niemandes: ohne Werbenden gemacht, darum wird niemandem angerechnet")
  static let lastClicks = Words("Last visits", "Letzte Besuche")
  static let notOpened = Words(
    "Nobody has opened it yet.", "Noch niemand hat ihn geöffnet.")
  static let minutes = Words("{count} min", "{count} min")
  static let unique = Words("Visitors", "Besucher")
  static let robots = Words("Robots", "Roboter")
}
