import BeckonModel

extension Words {
  // What strangers report.
  static let reportedLinks = Words("Reported by strangers", "Von Fremden gemeldet")
  static let reportedBy = Words("Reports", "Meldungen")
  static let whatIsSaid = Words("What they say", "Was sie sagen")
  static let lastReport = Words("Last", "Zuletzt")
  static let nothingWrong = Words("Nothing is wrong", "Alles in Ordnung")
  static let noReports = Words(
    "Nobody has reported a link.", "Niemand hat einen Link gemeldet.")
  static let reportsSettled = Words(
    "The reports are settled.", "Die Meldungen sind erledigt.")
  static let unusualReports = Words(
    "Links reported by strangers: {count}.", "Von Fremden gemeldete Links: {count}.")
  static let linkReportReasons: [TextKey: Words] = [
    "fraud": Words("wants money or passwords", "will Geld oder Passwörter"),
    "malware": Words("harmful software", "schädliche Software"),
    "unwanted": Words("was not wanted", "war nicht erwünscht"),
    "illegal": Words("forbidden", "verboten"), "other": Words("something else", "etwas anderes"),
  ]

  // What visitors meet.
  static let whatVisitorsMeet = Words(
    "What somebody meets who follows it", "Was jemand antrifft, der ihm folgt")
  static let withTheApp = Words("With the app", "Mit der App")
  static let withoutTheApp = Words("Without the app", "Ohne die App")
  static let foundAgainBy = Words("Found again by", "Wiedergefunden durch")
  static let linkDevices: [TextKey: Words] = [
    "iphone": Words("iPhone", "iPhone"), "ipad": Words("iPad", "iPad"),
    "android": Words("Android", "Android"), "other": Words("Computers", "Computer"),
  ]
  static let nothingOpensTheApp = Words(
    "Nothing opens the app: its settings do not name it.",
    "Nichts öffnet die App: Die Einstellungen nennen sie nicht.")
  static let opensByItself = Words("The app opens by itself.", "Die App öffnet von selbst.")
  static let opensByButton = Words(
    "Inside other apps a button opens it.", "In anderen Apps öffnet sie ein Knopf.")
  static let opensAt = Words("It opens at {place}", "Sie öffnet bei {place}")
  static let needsVersion = Words(
    "Needs version {version} or later", "Braucht Version {version} oder neuer")
  static let pageWaits = Words(
    "The click page waits for a tap, which copies the link.",
    "Die Klickseite wartet auf einen Tipp, der den Link kopiert.")
  static let pageGoesOn = Words(
    "The click page goes on by itself.", "Die Klickseite führt von selbst weiter.")
  static let byReferrer = Words("Google Play’s referrer", "Referrer von Google Play")
  static let byPasteboard = Words("the copied link", "den kopierten Link")
  static let byDevice = Words(
    "network and device, {minutes} minutes", "Netz und Gerät, {minutes} Minuten")
  static let byURL = Words("beckon_click in the URL", "beckon_click in der URL")
  static let previewIsTargets = Words(
    "Messengers show what is on the page to which it leads.",
    "Messenger zeigen, was auf der Zielseite steht.")
  static let drawnFlow = Words("Drawn as a chart", "Als Ablauf gezeichnet")
}
