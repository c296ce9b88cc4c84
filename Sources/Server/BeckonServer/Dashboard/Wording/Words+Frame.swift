extension Words {
  // What stands around each page.
  static let skipToContent = Words("Skip to content", "Zum Inhalt")
  static let navigation = Words("Pages", "Seiten")
  static let allApps = Words("All apps", "Alle Apps")
  static let signedInAs = Words("Signed in as {name} ({role})", "Angemeldet als {name} ({role})")
  static let signOut = Words("Sign out", "Abmelden")
  static let timesAreUTC = Words(
    "Times are UTC. Days are those of the app’s time zone.",
    "Zeiten sind UTC. Tage sind die der Zeitzone der App.")
  static let theLoop = Words("See the loop", "Den Kreislauf sehen")
  static let run = Words("Run it", "Betreiben")
  static let setUp = Words("Set it up", "Einrichten")
  static let server = Words("Server", "Server")

  // Tables.
  static let asCSV = Words("CSV", "CSV")
  static let nextPage = Words("Older", "Ältere")
  static let firstPage = Words("Newest", "Neueste")
  static let others = Words("{count} others", "{count} weitere")
  static let unknown = Words("unknown", "unbekannt")
  static let none = Words("none", "keine")
  static let numbersOfChart = Words("The numbers", "Die Zahlen")

  // Roles.
  static let roleRead = Words("read", "lesen")
  static let roleEdit = Words("edit", "bearbeiten")
  static let roleMoney = Words("money", "Geld")

  // What goes wrong.
  static let noSuchPage = Words("There is no such page.", "Diese Seite gibt es nicht.")
  static let noSuchPageHint = Words(
    "It may have been in an app that you do not see. Begin at the overview.",
    "Vielleicht gehört sie zu einer App, die Sie nicht sehen. Beginnen Sie bei der Übersicht.")
  static let roleTooLow = Words(
    "This needs the role “{role}”. Nothing was changed. Ask whoever invites operators.",
    "Dafür ist die Rolle „{role}“ nötig. Es wurde nichts geändert. Fragen Sie, wer einlädt.")
  static let foreignForm = Words(
    "This form did not come from this page of yours, so nothing was changed. Open the page anew and "
      + "try again.",
    "Dieses Formular kam nicht von Ihrer Seite, darum wurde nichts geändert. Öffnen Sie die Seite neu "
      + "und versuchen Sie es noch einmal.")
  static let tryLater = Words(
    "Too many tries from your network. Wait a minute and try again.",
    "Zu viele Versuche aus Ihrem Netz. Warten Sie eine Minute und versuchen Sie es noch einmal.")
  static let serverFault = Words(
    "The server could not answer. Try again in a moment; the log has the reason.",
    "Der Server konnte nicht antworten. Versuchen Sie es gleich noch einmal; der Grund steht im "
      + "Protokoll.")
  static let backToOverview = Words("Overview", "Übersicht")

  // Signing in.
  static let signIn = Words("Sign in", "Anmelden")
  static let signInTitle = Words("Beckon dashboard", "Beckon-Dashboard")
  static let signInHow = Words(
    "You sign in by a link that works once. Whoever keeps the server makes one there:",
    "Sie melden sich mit einem Link an, der einmal gilt. Wer den Server betreibt, macht ihn dort:")
  static let signInInvited = Words(
    "Or open the link with which somebody invited you.",
    "Oder öffnen Sie den Link, mit dem Sie jemand eingeladen hat.")
  static let signInAs = Words(
    "Sign in as {name} in this browser? The link works once.",
    "In diesem Browser als {name} anmelden? Der Link gilt einmal.")
  static let linkIsUsed = Words(
    "This link was used already, or is too old. Ask for another.",
    "Dieser Link wurde schon benutzt oder ist zu alt. Bitten Sie um einen neuen.")
  static let needsHTTPS = Words(
    "Browsers keep you signed in by https only. Put a proxy with a certificate in front of the server "
      + "and start it with --public-url https://…, or open the dashboard on the server’s own machine.",
    "Browser halten die Anmeldung nur mit https. Stellen Sie einen Proxy mit Zertifikat vor den Server "
      + "und starten Sie ihn mit --public-url https://…, oder öffnen Sie das Dashboard auf dem "
      + "Rechner des Servers selbst.")
}
