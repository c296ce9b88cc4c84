import BeckonModel

extension Words {
  static let links = Words("Links", "Links")
  static let linksLead = Words(
    "Short links and QR codes, and what came of them.",
    "Kurzlinks und QR-Codes, und was aus ihnen wurde.")
  static let linksEmpty = Words(
    "No link yet, or none that is looked for. Make one below.",
    "Noch kein Link, oder keiner, der gesucht wird. Machen Sie unten einen.")
  static let findLink = Words("Code or whole link", "Code oder ganzer Link")
  static let ofPerson = Words("Of person", "Von Person")
  static let find = Words("Find", "Suchen")
  static let makeLink = Words("Make a link", "Link machen")
  static let linkMade = Words("The link is made.", "Der Link ist gemacht.")
  static let linkChanged = Words("The link is changed.", "Der Link ist geändert.")
  static let linkCode = Words("Code", "Code")
  static let linkCodeHint = Words(
    "Left empty, a short one is made. It can never be changed.",
    "Leer: ein kurzer wird gemacht. Er kann nie geändert werden.")
  static let linkNameHint = Words("Only you see it.", "Nur Sie sehen ihn.")
  static let targetHint = Words("An https:// address.", "Eine https://-Adresse.")
  static let noCampaign = Words("none", "keine")
  static let expires = Words("Ends at the beginning of", "Endet zu Beginn von")
  static let iosTarget = Words("iPhones without the app go to", "iPhones ohne App gehen zu")
  static let androidTarget = Words("Androids without the app go to", "Androids ohne App gehen zu")
  static let deepLink = Words("The app opens at", "Die App öffnet bei")
  static let preview = Words("Preview in messengers", "Vorschau in Messengern")
  static let previewTitle = Words("Title", "Titel")
  static let previewText = Words("Text", "Text")
  static let previewImage = Words("Picture’s address", "Adresse des Bildes")
  static let more = Words("More", "Mehr")
  static let linkDomain = Words("Domain", "Domain")
  static let editLink = Words("Change it", "Ändern")
  static let qrCode = Words("QR code", "QR-Code")
  static let qrCodeOf = Words("QR code of {link}", "QR-Code von {link}")
  static let downloadSVG = Words("Keep as SVG", "Als SVG sichern")
  static let downloadPNG = Words("Keep as PNG", "Als PNG sichern")
  static let backToLinks = Words("All links", "Alle Links")

  // Stopping.
  static let stopLink = Words("Stop this link", "Diesen Link anhalten")
  static let stopLinkHow = Words(
    "From now on whoever follows it sees that it has ended. It can go on again.",
    "Wer ihm folgt, sieht ab jetzt, dass er beendet ist. Er kann wieder laufen.")
  static let linkStopped = Words(
    "The link is stopped: whoever follows it sees that it has ended.",
    "Der Link ist angehalten: Wer ihm folgt, sieht, dass er beendet ist.")
  static let resumeLink = Words("Let it go on", "Wieder laufen lassen")
  static let linkResumed = Words("The link leads on again.", "Der Link führt wieder weiter.")
  static let deleteLink = Words("Delete for good", "Endgültig löschen")
  static let deleteLinkHow = Words(
    "Its code is never used again, and it cannot come back.",
    "Sein Code wird nie wieder benutzt, und er kommt nicht zurück.")
  static let linkDeleted = Words("The link is deleted.", "Der Link ist gelöscht.")
  static let linkRuns = Words("leads on", "führt weiter")
  static let linkEnded = Words("ended", "beendet")
  static let linkGone = Words("deleted", "gelöscht")

  // Statistics.
  static let visitors = Words("Visitors", "Besucher")
  static let robotsAndPreviews = Words("Robots and previews", "Roboter und Vorschauen")
  static let robotsHow = Words("not among the clicks", "nicht unter den Klicks")
  static let notYetCounted = Words("{count} not yet counted", "{count} noch nicht gezählt")
  static let noClicks = Words(
    "Nobody has followed it yet. Counts come some seconds after a click.",
    "Noch ist ihm niemand gefolgt. Zahlen kommen einige Sekunden nach einem Klick.")
  static let lastVisits = Words("Last visits", "Letzte Besuche")
  static let device = Words("Device", "Gerät")
  static let visitKinds: [TextKey: Words] = [
    "click": Words("click", "Klick"), "robot": Words("robot", "Roboter"),
    "preview": Words("preview", "Vorschau"), "prefetch": Words("prefetch", "Vorabruf"),
  ]
}
