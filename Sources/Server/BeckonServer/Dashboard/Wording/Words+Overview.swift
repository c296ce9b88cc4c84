extension Words {
  static let overview = Words("Overview", "Übersicht")
  static let overviewLead = Words(
    "From click to install, sign-up, conversion and reward. Each step counts on the day on which it "
      + "happened. Complete up to {time}.",
    "Vom Klick zur Installation, Anmeldung, Konversion und Belohnung. Jeder Schritt zählt an dem Tag, "
      + "an dem er geschah. Vollständig bis {time}.")
  static let clicks = Words("Clicks", "Klicks")
  static let installs = Words("Installs", "Installationen")
  static let signUps = Words("Sign-ups", "Anmeldungen")
  static let conversions = Words("Conversions", "Konversionen")
  static let rewards = Words("Rewards", "Belohnungen")
  static let revenue = Words("Revenue", "Umsatz")
  static let ofClicks = Words("{share} of clicks", "{share} der Klicks")
  static let ofInstalls = Words("{share} of installs", "{share} der Installationen")
  static let ofSignUps = Words("{share} of sign-ups", "{share} der Anmeldungen")
  static let payments = Words("payments: {count}", "Zahlungen: {count}")
  static let kFactor = Words("K-factor", "K-Faktor")
  static let kFormula = Words(
    "{opens} opens per sign-up × {rate} sign-ups per open",
    "{opens} Öffnungen je Anmeldung × {rate} Anmeldungen je Öffnung")
  static let kNote = Words(
    "K-factor: how often campaigns’ links were opened for each person who signed up, times how many of "
      + "these openings ended in a sign-up. Above 1 the app grows by itself.",
    "K-Faktor: wie oft Links von Kampagnen je angemeldeter Person geöffnet wurden, mal wie viele dieser "
      + "Öffnungen zu einer Anmeldung führten. Über 1 wächst die App von selbst.")

  static let howMatched = Words(
    "How installs were matched", "Wie Installationen zugeordnet wurden")
  static let matchesOf = Words(
    "Of all campaigns, whichever is chosen: an install without a match is of none.",
    "Aus allen Kampagnen, welche auch gewählt ist: Eine Installation ohne Zuordnung gehört zu keiner."
  )
  static let matchesSampled = Words(
    "There were too many to count them all: the last {count} are counted of each of {parts} equal parts "
      + "of the time, so compare the shares.",
    "Es waren zu viele, um alle zu zählen: Von jedem von {parts} gleichen Teilen der Zeit zählen die "
      + "letzten {count}, vergleichen Sie also die Anteile.")
  static let notNarrowed = Words(
    "This is of the whole app, whatever is chosen above.",
    "Dies ist aus der ganzen App, was auch oben gewählt ist.")
  static let lastOfThem = Words("The last of them", "Die letzte davon")

  static let byDay = Words("By day", "Nach Tag")
  static let byCampaign = Words("By campaign", "Nach Kampagne")
  static let byLink = Words("By link", "Nach Link")
  static let byPlatform = Words("By platform", "Nach Plattform")
  static let revenueByDay = Words("Revenue by day", "Umsatz nach Tag")
  static let day = Words("Day", "Tag")
  static let campaign = Words("Campaign", "Kampagne")
  static let link = Words("Link", "Link")
  static let platform = Words("Platform", "Plattform")
  static let anyOf = Words("all", "alle")
  static let byNoLink = Words("by no link", "ohne Link")
  static let cohorts = Words(
    "Installs by week, and who signed up since",
    "Installationen je Woche und wer sich seither angemeldet hat")
  static let week = Words("Week of", "Woche ab")
  static let signedUp = Words("Signed up", "Angemeldet")
  static let share = Words("Share", "Anteil")

  static let lastMinutes = Words("What came in last", "Was zuletzt kam")
  static let noFacts = Words("Nothing has come in yet.", "Es ist noch nichts angekommen.")
  static let happened = Words("What", "Was")
  static let details = Words("Details", "Einzelheiten")
  static let click = Words("Click", "Klick")
  static let robot = Words("Robot", "Roboter")
  static let install = Words("Install", "Installation")
  static let person = Words("Person", "Person")
  static let joined = Words("Joined", "Beitritt")
  static let payment = Words("Payment", "Zahlung")
  static let event = Words("Event", "Ereignis")
  static let transfer = Words("Reward", "Belohnung")

  static let emptyFunnel = Words(
    "Nothing in this time. The loop begins with a link: make one, open it, and install an app with the "
      + "SDK.",
    "Nichts in dieser Zeit. Der Kreislauf beginnt mit einem Link: Machen Sie einen, öffnen Sie ihn und "
      + "installieren Sie eine App mit dem SDK.")
  static let noApps = Words(
    "There is no app yet. Make one on the server:",
    "Es gibt noch keine App. Machen Sie eine auf dem Server:")
  static let lastThirtyDays = Words("The last 30 days", "Die letzten 30 Tage")
  static let attention = Words("Unusual", "Auffällig")

  static let unusual = Words("What is unusual", "Was auffällt")
  static let unusualHeld = Words(
    "Rewards that wait for review: {count}.", "Belohnungen, die auf Prüfung warten: {count}.")
  static let unusualRule = Words(
    "The rule “{rule}” of {campaign} pays nobody: it is in none of the campaign’s last rewards, though "
      + "people convert.",
    "Die Regel „{rule}“ von {campaign} zahlt niemandem: Sie ist in keiner der letzten Belohnungen der "
      + "Kampagne, obwohl Menschen konvertieren.")
  static let unusualRobots = Words(
    "Robots love the link {link}: {robots} visits by robots in the last day.",
    "Roboter lieben den Link {link}: {robots} Besuche von Robotern am letzten Tag.")
  static let unusualLag = Words(
    "“{name}” lags: {rows} rows wait, the oldest for {minutes} min.",
    "„{name}“ hinkt nach: {rows} Zeilen warten, die älteste seit {minutes} min.")
  static let unusualWebhook = Words(
    "The webhook to {url} fails.", "Der Webhook zu {url} schlägt fehl.")
}
