import BeckonModel

extension Words {
  // Held rewards.
  static let review = Words("Review", "Prüfen")
  static let reviewLead = Words(
    "Rewards that are held: until a time, or until somebody decides. Look at the fact and the "
      + "referral, then release or reject; many at once, if you like.",
    "Zurückgehaltene Belohnungen: bis zu einer Zeit, oder bis jemand entscheidet. Sehen Sie sich "
      + "Ereignis und Empfehlung an, dann geben Sie frei oder lehnen ab; auch viele auf einmal.")
  static let reviewEmpty = Words(
    "No reward is held, or none that these filters choose. Rewards wait here when their rule holds "
      + "them for some days, or when something speaks against them.",
    "Es wird keine Belohnung zurückgehalten, oder keine, die diese Filter wählen. Belohnungen warten "
      + "hier, wenn ihre Regel sie für Tage zurückhält oder wenn etwas gegen sie spricht.")
  static let reward = Words("Reward", "Belohnung")
  static let toWhom = Words("To", "An")
  static let fromWhom = Words("From", "Von")
  static let anyState = Words("any", "jeder")
  static let whyHeld = Words("Why it waits", "Warum sie wartet")
  static let anyReason = Words("any", "jeder")
  static let theReferral = Words("Referral", "Empfehlung")
  static let anyCampaign = Words("any", "jede")
  static let made = Words("Made", "Entstanden")
  static let dueAt = Words("due {time}", "fällig {time}")
  static let toldBy = Words("told by {who}", "gemeldet von {who}")
  static let theServer = Words("the server", "dem Server")
  static let aClient = Words("a client", "einem Gerät")
  static let broughtBy = Words("brought by", "geworben von")
  static let matchIs = Words("match: {match}", "Zuordnung: {match}")
  static let riskIs = Words("risk: {risk}", "Risiko: {risk}")
  static let holdTime = Words(
    "Its rule holds it until it is due.", "Ihre Regel hält sie, bis sie fällig ist.")

  // Deciding.
  static let decide = Words("Decide", "Entscheiden")
  static let decision = Words("Decision", "Entscheidung")
  static let chooseOne = Words("– choose –", "– wählen –")
  static let approve = Words(
    "Approve: no more doubt; its rule’s time still counts",
    "Gutheißen: kein Zweifel mehr; die Frist der Regel gilt weiter")
  static let release = Words(
    "Release: pay now, also before its time", "Freigeben: jetzt zahlen, auch vor der Zeit")
  static let reject = Words("Reject: give it up", "Ablehnen: nicht zahlen")
  static let which = Words("Which", "Welche")
  static let thoseTicked = Words("those that are ticked", "die angekreuzten")
  static let allOnPage = Words("all {count} on this page", "alle {count} auf dieser Seite")
  static let reasonHint = Words(
    "Stands in the ledger; left out, the word of the decision does.",
    "Steht im Kassenbuch; sonst das Wort der Entscheidung.")
  static let decided = Words("Decided.", "Entschieden.")
  static let choseNone = Words(
    "Tick the rewards that are meant, or choose all on this page.",
    "Kreuzen Sie die gemeinten Belohnungen an, oder wählen Sie alle auf dieser Seite.")
  static let choseNoDecision = Words(
    "Choose what is decided.", "Wählen Sie, was entschieden wird.")
  static let whatCame = Words("What came of it", "Was daraus wurde")
  static let backToReview = Words("Back to the held rewards", "Zurück zu den Belohnungen")

  // The ledger.
  static let ledger = Words("Ledger", "Kassenbuch")
  static let ledgerLead = Words(
    "Every reward, redemption, grant and clawback, and where all of it stands. Amounts are in the "
      + "smallest part of their unit.",
    "Jede Belohnung, Einlösung, Gabe und Rücknahme, und wo alles steht. Beträge sind in der "
      + "kleinsten Einheit.")
  static let accounts = Words("Accounts", "Konten")
  static let unit = Words("Unit", "Einheit")
  static let paidByBudgets = Words("Paid by campaigns", "Von Kampagnen gezahlt")
  static let heldByPeople = Words("On people’s balances", "Auf Guthaben")
  static let redeemed = Words("Redeemed", "Eingelöst")
  static let takenBack = Words("Taken back", "Zurückgenommen")
  static let forfeited = Words("Left by erased people", "Von Gelöschten")
  static let sumOfAll = Words("Sum (must be 0)", "Summe (muss 0 sein)")
  static let noAccounts = Words(
    "Nothing was paid yet. A campaign’s rules pay when people reach its steps.",
    "Noch wurde nichts gezahlt. Die Regeln einer Kampagne zahlen, wenn Menschen ihre Schritte "
      + "erreichen.")
  static let allTransfers = Words("Transfers", "Buchungen")
  static let noTransfersFound = Words(
    "No transfer yet, or none that these filters choose.",
    "Noch keine Buchung, oder keine, die diese Filter wählen.")
  static let anyKind = Words("any", "jede")
  static let personIDHint = Words("Id, per_…", "Id, per_…")
  static let takeBackReward = Words("Take back", "Zurücknehmen")
  static let rewardTakenBack = Words(
    "The reward is taken back.", "Die Belohnung ist zurückgenommen.")
  static let coupons = Words("Coupons", "Gutscheine")
  static let couponPool = Words("Pool", "Vorrat")
  static let couponsFree = Words("Free", "Frei")
  static let couponsAll = Words("Of", "Von")
  static let noPools = Words(
    "No rule gives coupons. A rule with coupon_pool does; add codes to its pool here.",
    "Keine Regel gibt Gutscheine. Eine Regel mit coupon_pool tut es; füllen Sie ihren Vorrat hier.")
  static let addCoupons = Words("Add codes", "Codes hinzufügen")
  static let couponCodes = Words("Codes, one on each line", "Codes, einer je Zeile")
  static let couponsAdded = Words("The codes are in the pool.", "Die Codes sind im Vorrat.")
  static let needsCodes = Words("Write at least one code.", "Schreiben Sie mindestens einen Code.")
  static let poolIsEmpty = Words("empty", "leer")

  /// Where transfers stand.
  static let transferStates: [TextKey: Words] = [
    "pending": Words("pending", "wartet"), "in_review": Words("in review", "zu prüfen"),
    "posted": Words("posted", "gebucht"), "voided": Words("voided", "aufgegeben"),
  ]

  /// What transfers are for.
  static let transferKinds: [TextKey: Words] = [
    "reward": Words("reward", "Belohnung"), "clawback": Words("clawback", "Rücknahme"),
    "redemption": Words("redemption", "Einlösung"), "merge": Words("merge", "Zusammenlegung"),
    "forfeit": Words("forfeit", "Löschung"),
  ]

  /// Accounts that are nobody's own.
  static let accountKinds: [TextKey: Words] = [
    "budget": Words("budget", "Budget"), "clawback": takenBack, "redeemed": redeemed,
    "forfeited": forfeited,
  ]

  /// What became of what was decided about.
  static let decisionResults: [TextKey: Words] = [
    "done": Words("done", "erledigt"), "unchanged": Words("was so before", "war schon so"),
    "refused": Words("cannot be paid, stays", "nicht zahlbar, bleibt"),
    "not_held": Words("is no longer held", "wartet nicht mehr"),
    "not_found": Words("is not there", "gibt es nicht"),
  ]

  /// Why rewards are held, or were not paid.
  static let heldReasons: [TextKey: Words] = [
    "self_referral": Words(
      "Referrer and recipient look like one", "Beide sehen wie eine Person aus"),
    "referrer_install": Words(
      "The install was the referrer’s before", "Die Installation gehörte vorher dem Werber"),
    "same_mailbox": Words(
      "Somebody else has the same mailbox", "Jemand anderes hat dasselbe Postfach"),
    "same_instrument": Words("Both paid with one card", "Beide zahlten mit einer Karte"),
    "disposable_mail": Words("Throw-away mail address", "Wegwerf-Adresse"),
    "velocity": Words("Many referrals in one hour", "Viele Empfehlungen in einer Stunde"),
    "shared_address": Words("One network address", "Eine Netzadresse"),
    "client_fact": Words("Only a client told the fact", "Nur ein Gerät meldete das Ereignis"),
    "claimed_referrer": Words(
      "Only a client named the referrer", "Nur ein Gerät nannte den Werber"),
    "merged": Words("Its person was merged", "Die Person wurde zusammengelegt"),
    "no_referral": Words("No referral in the campaign", "Keine Empfehlung in der Kampagne"),
    "weak_match": Words("The match is too uncertain", "Die Zuordnung ist zu unsicher"),
    "cap_per_person": Words("Cap per person", "Grenze je Person"),
    "cap_per_month": Words("Cap per month", "Grenze je Monat"),
    "cap_per_day": Words("Cap per day", "Grenze je Tag"),
    "cap_total": Words("Cap of the rule", "Grenze der Regel"),
    "exclusive_group": Words(
      "Paid in another campaign of its group", "In anderer Kampagne der Gruppe gezahlt"),
    "balance_full": Words("The balance is full", "Das Guthaben ist voll"),
    "no_coupon": Words("The coupon pool is empty", "Der Gutscheinvorrat ist leer"),
    "refunded": Words("The fact was taken back", "Das Ereignis wurde zurückgenommen"),
    "erased": Words("The person was erased", "Die Person wurde gelöscht"),
    "returning": Words("The person was here before", "Die Person war schon einmal da"),
  ]

  /// How much there is to worry about.
  static let riskLevels: [TextKey: Words] = [
    "none": Words("none", "keines"), "low": Words("low", "gering"),
    "medium": Words("medium", "mittel"), "high": Words("high", "hoch"),
  ]
}
