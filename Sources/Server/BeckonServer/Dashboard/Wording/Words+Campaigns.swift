import BeckonModel

extension Words {
  static let ruleBudget = Words(
    "{spent} of {total} {unit} are spent, rewards that wait included; {left} are left.",
    "{spent} von {total} {unit} sind ausgegeben, auch was noch wartet; {left} sind übrig.")
  static let budgetNearEnd = Words("nearly used up", "fast aufgebraucht")
  static let budgetUsedUp = Words("used up: it pays no more", "aufgebraucht: sie zahlt nicht mehr")
  static let campaigns = Words("Campaigns", "Kampagnen")
  static let campaignsLead = Words(
    "What people are invited to, and what it pays.", "Wozu Menschen einladen, und was es zahlt.")
  static let campaignsEmpty = Words(
    "No campaign yet. Make one below, then give it a rule that pays.",
    "Noch keine Kampagne. Machen Sie unten eine und geben Sie ihr eine Regel, die zahlt.")
  static let showArchived = Words("Archived ones too", "Auch archivierte")
  static let steps = Words("Steps", "Schritte")
  static let stepsHint = Words(
    "1: who signs up is confirmed. 2 or 3: confirmed by the last step. It can never be changed.",
    "1: Wer sich anmeldet, ist bestätigt. 2 oder 3: bestätigt vom letzten Schritt. Es kann nie "
      + "geändert werden.")
  static let rules = Words("Rules", "Regeln")
  static let standardCampaign = Words("the usual one", "die übliche")
  static let campaignKinds: [TextKey: Words] = [
    "referral": Words("referrals", "Empfehlungen"), "contest": Words("contest", "Wettbewerb"),
    "waitlist": Words("waitlist", "Warteliste"),
  ]
  static let campaignStandings: [TextKey: Words] = [
    "active": Words("runs", "läuft"),
    "paused": Words("paused", "pausiert"), "ended": Words("ended", "beendet"),
    "archived": Words("archived", "archiviert"), "scheduled": Words("begins later", "beginnt noch"),
  ]
  static let linksLeadTo = Words("Its links lead to", "Ihre Links führen zu")
  static let startsAt = Words("Begins on", "Beginnt am")
  static let endsAt = Words("Ends at the beginning of", "Endet zu Beginn von")
  static let makeCampaign = Words("Make a campaign", "Kampagne machen")
  static let campaignMade = Words(
    "The campaign is made. It pays nothing before it has a rule.",
    "Die Kampagne ist gemacht. Ohne Regel zahlt sie nichts.")
  static let campaignChanged = Words("The campaign is changed.", "Die Kampagne ist geändert.")
  static let backToCampaigns = Words("All campaigns", "Alle Kampagnen")
  static let pauseCampaign = Words("Pause", "Pausieren")
  static let resumeCampaign = Words("Let it run", "Laufen lassen")
  static let endCampaign = Words("End", "Beenden")
  static let archiveCampaign = Words("Archive", "Archivieren")
  static let endCampaignHow = Words(
    "It takes no new members any more. What its members do goes on.",
    "Sie nimmt keine neuen Mitglieder mehr. Was ihre Mitglieder tun, geht weiter.")
  static let archiveCampaignHow = Words(
    "It takes no new members any more, and the list leaves it out. What its members do goes on.",
    "Sie nimmt keine neuen Mitglieder mehr und fehlt in der Liste. Was ihre Mitglieder tun, geht weiter."
  )
  static let stateChanged = Words("Done.", "Getan.")

  // Rules.
  static let noRules = Words(
    "No rule: this campaign pays nothing. Add one below.",
    "Keine Regel: Diese Kampagne zahlt nichts. Fügen Sie unten eine hinzu.")
  static let addRule = Words("Add a rule", "Regel hinzufügen")
  static let changeRule = Words("Change this rule", "Diese Regel ändern")
  static let saveRule = Words("Save the rule", "Regel sichern")
  static let ruleSaved = Words(
    "The rule is saved. This is what it does now.", "Die Regel ist gesichert. Das tut sie jetzt.")
  static let removeRule = Words("Remove this rule", "Diese Regel entfernen")
  static let removeRuleHow = Words(
    "It pays nothing more; what it has paid stays paid. A rule that takes its place counts from zero.",
    "Sie zahlt nichts mehr; was sie gezahlt hat, bleibt gezahlt. Eine Regel an ihrer Stelle zählt von "
      + "null an.")
  static let ruleRemoved = Words(
    "The rule is removed. What it has paid stays paid.",
    "Die Regel ist entfernt. Was sie gezahlt hat, bleibt gezahlt.")
  static let ruleFires = Words("It fires when", "Sie greift, wenn")
  static let ruleTriggers: [TextKey: Words] = [
    "referral": Words("a referral reaches a state", "eine Empfehlung einen Stand erreicht"),
    "event": Words("an event comes", "ein Ereignis kommt"),
    "first_set": Words("an attribute is first set", "eine Eigenschaft zuerst gesetzt wird"),
    "crosses": Words("a number passes a bound", "eine Zahl eine Grenze überschreitet"),
    "referrals": Words("somebody has so many referrals", "jemand so viele Empfehlungen hat"),
    "promoted": Words("your server promotes somebody", "Ihr Server jemanden befördert"),
  ]
  static let ruleWord = Words("Event or attribute", "Ereignis oder Eigenschaft")
  static let ruleFilter = Words("Only events with", "Nur Ereignisse mit")
  static let ruleFilterHint = Words(
    "JSON, such as {\"plan\": \"year\", \"total\": {\"gte\": 50}}",
    "JSON, etwa {\"plan\": \"year\", \"total\": {\"gte\": 50}}")
  static let ruleState = Words("State of the referral", "Stand der Empfehlung")
  static let ruleNumber = Words("Number or bound", "Anzahl oder Grenze")
  static let ruleEvery = Words("Every multiple of it", "Jedes Vielfache davon")
  static let rulePays = Words("It pays", "Sie zahlt an")
  static let beneficiaries: [TextKey: Words] = [
    "referrer": Words("the referrer", "den Werber"),
    "recipient": Words("the newcomer", "den Neuen"),
    "both": Words("both of them", "beide"),
  ]
  static let ruleMore = Words("Holds, caps and conditions", "Fristen, Grenzen, Bedingungen")
  static let holdDays = Words("Days that it is held", "Tage, die sie wartet")
  static let capPerPerson = Words("At most to one person", "Höchstens an eine Person")
  static let capPerMonth = Words("… in a month", "… im Monat")
  static let capPerDay = Words("… on a day", "… am Tag")
  static let capTotal = Words("At most in all", "Höchstens insgesamt")
  static let leastMatch = Words("Least certain match", "Unsicherste Zuordnung")
  static let trusts = Words("Who may tell the fact", "Wer das Ereignis melden darf")
  static let trustWords: [TextKey: Words] = [
    "client": Words("anybody", "alle"),
    "server": Words("your server; a client’s word is reviewed", "Ihr Server; sonst wird geprüft"),
  ]
  static let howOften = Words("How often", "Wie oft")
  static let scopes: [TextKey: Words] = [
    "referral": Words("once for each referral", "einmal je Empfehlung"),
    "event": Words("for each fact", "für jedes Ereignis"),
  ]
  static let organic = Words("Also without a referrer", "Auch ohne Werber")
  static let level = Words("Level of the referrer", "Stufe des Werbers")
  static let currency = Words("Only in the currency", "Nur in der Währung")
  static let yes = Words("yes", "ja")
  static let no = Words("no", "nein")
  static let wholeNumber = Words("must be a whole number", "muss eine ganze Zahl sein")
  static let aNumber = Words("must be a number", "muss eine Zahl sein")

  // What a rule does, in a sentence.
  static let whenReferral = Words(
    "When a referral is {state}", "Wenn eine Empfehlung {state} ist")
  static let whenEvent = Words("When “{name}” comes", "Wenn „{name}“ kommt")
  static let whenFiltered = Words(" with {filter}", " mit {filter}")
  static let whenFirstSet = Words("When “{name}” is first set", "Wenn „{name}“ zuerst gesetzt wird")
  static let whenCrosses = Words(
    "When “{name}” passes {number}", "Wenn „{name}“ {number} überschreitet")
  static let whenCounted = Words(
    "When somebody has {number} referrals that are {state}",
    "Wenn jemand {number} Empfehlungen hat, die {state} sind")
  static let whenEvery = Words(
    "For every {number} referrals of somebody that are {state}",
    "Für je {number} Empfehlungen von jemandem, die {state} sind")
  static let whenPromoted = Words(
    "When your server promotes somebody", "Wenn Ihr Server jemanden befördert")
  static let paysReferrer = Words(
    ", their referrer gets {amount}", ", bekommt, wer sie gebracht hat, {amount}")
  static let paysOwnReferrals = Words(", they get {amount}", ", bekommt diese Person {amount}")
  static let paysRecipient = Words(", that person gets {amount}", ", bekommt diese Person {amount}")
  static let paysBoth = Words(
    ", that person and their referrer get {amount} each",
    ", bekommen diese Person und wer sie gebracht hat je {amount}")
  static let paysLevel = Words(
    ", the referrer {level} levels up gets {amount}",
    ", bekommt, wer {level} Stufen darüber wirbt, {amount}")
  static let andCoupon = Words(" and a code of “{pool}”", " und einen Code aus „{pool}“")
  static let onceEach = Words(", once for each referral.", ", einmal je Empfehlung.")
  static let eachFact = Words(", each time.", ", jedes Mal.")
  static let plainEnd = Words(".", ".")
  static let isHeld = Words(" It is held for {days} days.", " Es wartet {days} Tage.")
  static let capsPerson = Words(
    " One person gets {amount} at most.", " Eine Person bekommt höchstens {amount}.")
  static let capsMonth = Words(
    " In a month one person gets {amount} at most.",
    " In einem Monat bekommt eine Person höchstens {amount}.")
  static let capsDay = Words(
    " On a day one person gets {amount} at most.",
    " An einem Tag bekommt eine Person höchstens {amount}.")
  static let capsTotal = Words(
    " In all it pays {amount} at most.", " Insgesamt zahlt sie höchstens {amount}.")
  static let needsMatch = Words(
    " The match must be {match} or surer.", " Die Zuordnung muss {match} oder sicherer sein.")
  static let needsServer = Words(
    " What only a client told is reviewed first.", " Was nur ein Gerät meldet, wird erst geprüft.")
  static let paysOrganic = Words(
    " It also pays for people whom nobody brought.",
    " Sie zahlt auch für Menschen, die niemand brachte.")
  static let onlyCurrency = Words(" Only in {currency}.", " Nur in {currency}.")

  // Dry run.
  static let dryRun = Words("Dry run of the last 30 days", "Probelauf der letzten 30 Tage")
  static let tryRule = Words("Try it first", "Erst ausprobieren")
  static let tryRules = Words("Try the rules", "Regeln ausprobieren")
  static let dryRunHow = Words(
    "{facts} stored facts of the last 30 days went through these rules, in memory: caps began empty, "
      + "coupons are counted and not drawn, and nothing was changed or paid.",
    "{facts} gespeicherte Ereignisse der letzten 30 Tage gingen durch diese Regeln, im Speicher: "
      + "Grenzen begannen leer, Gutscheine sind gezählt und nicht vergeben, nichts wurde geändert oder "
      + "gezahlt.")
  static let dryRunLeavesOut = Words(
    "Left out: rules on numbers of referrals, exclusive groups, and what was paid before these 30 days; "
      + "people’s parts in the campaign are those of today, and these rules hold for all of them.",
    "Nicht dabei: Regeln auf die Anzahl der Empfehlungen, Gruppen, die einander ausschließen, und was "
      + "vor diesen 30 Tagen gezahlt wurde; Empfehlungen sind die von heute, und diese Regeln gelten für "
      + "alle.")
  static let dryRunUnknown = Words(
    "Facts left out, because their user id or install is that of nobody in the campaign: {facts}.",
    "Ausgelassene Ereignisse, weil ihre Nutzerkennung oder Installation niemandem aus der Kampagne "
      + "gehört: {facts}.")
  static let dryRunCut = Words(
    "There are more facts or rewards than a dry run looks at: these are the newest.",
    "Es gibt mehr Ereignisse oder Belohnungen, als ein Probelauf ansieht: Dies sind die neuesten.")
  static let wouldPay = Words("Would pay", "Würde zahlen")
  static let wouldHold = Words("Of these held", "Davon wartend")
  static let wouldReview = Words("For review", "Zu prüfen")
  static let wasPaid = Words("Was paid", "Wurde gezahlt")
  static let notPaidFor = Words("Would refuse", "Würde ablehnen")
  static let leftOut = Words("left out", "nicht dabei")
  static let whoWouldBePaid = Words("Who would have been paid", "Wer bezahlt worden wäre")
  static let nobodyWouldBePaid = Words(
    "Nobody would have been paid.", "Niemand wäre bezahlt worden.")
  static let backToCampaign = Words(
    "Back to the campaign; nothing is saved", "Zurück zur Kampagne; nichts ist gesichert")
}
