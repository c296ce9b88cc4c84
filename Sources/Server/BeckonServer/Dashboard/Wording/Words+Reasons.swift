import BeckonModel

extension Words {
  /// Why a rule has paid nothing, or why it waits: everything that the API may say.
  static let unpaidReasons: [TextKey: Words] = heldReasons.merging([
    "too_old": Words("It is too old", "Es ist zu alt"),
    "before_sign_up": Words("It came before the sign-up", "Es kam vor der Anmeldung"),
    "no_rule": Words("No rule waits for it", "Keine Regel wartet darauf"),
    "filter_not_matched": Words(
      "It has not what the rule asks for", "Es hat nicht, was die Regel verlangt"),
    "condition_not_met": Words(
      "The attribute has not passed the bound by it",
      "Die Eigenschaft hat die Grenze nicht erreicht"),
    "other_step": Words(
      "The rule waits for another step", "Die Regel wartet auf einen anderen Schritt"),
    "steps_missing": Words("Earlier steps are missing", "Frühere Schritte fehlen"),
    "not_counted": Words("The rule does not count it", "Die Regel zählt es nicht"),
    "count_not_reached": Words("There are too few referrals", "Es sind zu wenige Empfehlungen"),
    "not_signed_up": Words("The person has not signed up", "Die Person hat sich nicht angemeldet"),
    "not_verified": Words(
      "The mail address is not confirmed", "Die Mailadresse ist nicht bestätigt"),
    "not_in_campaign": Words(
      "The person is not in the campaign", "Die Person ist nicht in der Kampagne"),
    "referral_ended": Words("The referral has ended", "Die Empfehlung ist beendet"),
    "no_referrer": Words("Nobody brought the person", "Niemand hat die Person geworben"),
    "paid_before": Words("It was paid before", "Es wurde schon gezahlt"),
    "pending": Words("It waits for its time", "Es wartet auf seine Zeit"),
    "in_review": Words("It waits for a decision", "Es wartet auf eine Entscheidung"),
    "voided": Words("It was given up", "Es wurde aufgegeben"),
    "taken_back": Words("It was taken back", "Es wurde zurückgenommen"),
    "not_then": Words(
      "The rule was another then", "Die Regel war damals eine andere"),
  ]) { first, _ in first }

  /// How sure a match is.
  static let matchTypes: [TextKey: Words] = [
    "unique": Words("certain", "sicher"), "default": Words("usual", "üblich"),
    "weak": Words("weak", "schwach"), "declared": Words("only said", "nur gesagt"),
    "none": Words("none", "keine"),
  ]

  /// How an install was tied to a link.
  static let matchMethods: [TextKey: Words] = [
    "click_id": Words("click’s id", "Id des Klicks"),
    "link": Words("opened link", "geöffneter Link"),
    "install_referrer": Words("install referrer", "Install-Referrer"),
    "pasteboard": Words("copied link", "kopierter Link"),
    "network_and_device": Words("network and device", "Netz und Gerät"),
  ]
}
