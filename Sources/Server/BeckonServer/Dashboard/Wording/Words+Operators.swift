extension Words {
  static let operators = Words("Operators", "Bediener")
  static let operatorsLead = Words(
    "Who works with this dashboard. “read” looks, “edit” changes campaigns, links and settings, "
      + "“money” also decides about rewards and says who the operators are.",
    "Wer mit diesem Dashboard arbeitet. „lesen“ sieht zu, „bearbeiten“ ändert Kampagnen, Links und "
      + "Einstellungen, „Geld“ entscheidet auch über Belohnungen und darüber, wer hier arbeitet.")
  static let name = Words("Name", "Name")
  static let role = Words("Role", "Rolle")
  static let apps = Words("Apps", "Apps")
  static let since = Words("Since", "Seit")
  static let until = Words("Good until", "Gilt bis")
  static let invite = Words("Invite", "Einladen")
  static let inviteSomebody = Words("Invite somebody", "Jemanden einladen")
  static let inviteApps = Words(
    "Only these apps (none chosen: all)", "Nur diese Apps (keine gewählt: alle)")
  static let invitationLink = Words(
    "Send {name} this link. It works once, for seven days, and is shown only now.",
    "Senden Sie {name} diesen Link. Er gilt einmal, sieben Tage lang, und wird nur jetzt gezeigt.")
  static let openInvitations = Words("Open invitations", "Offene Einladungen")
  static let takeBack = Words("Take back", "Zurücknehmen")
  static let invitationTakenBack = Words(
    "The invitation is taken back.", "Die Einladung ist zurückgenommen.")
  static let remove = Words("Remove", "Entfernen")
  static let removeHow = Words(
    "They are signed out everywhere, and need a new invitation to come back.",
    "Die Person wird überall abgemeldet und braucht eine neue Einladung, um zurückzukommen.")
  static let operatorRemoved = Words(
    "Removed, and signed out everywhere.", "Entfernt und überall abgemeldet.")
  static let change = Words("Change", "Ändern")
  static let operatorChanged = Words("The role is changed.", "Die Rolle ist geändert.")
  static let you = Words("you", "Sie")
  static let lastOne = Words(
    "You cannot take this from yourself. Somebody else who may invite can do it.",
    "Das können Sie sich nicht selbst nehmen. Jemand anderes mit dieser Rolle kann es tun.")
  static let tooManyOperators = Words(
    "There are as many operators and invitations as there may be. Remove some first.",
    "Es gibt so viele Bediener und Einladungen, wie es geben darf. Entfernen Sie zuerst welche.")
  static let nameNeeded = Words(
    "Write a name of 1 to 200 bytes.", "Schreiben Sie einen Namen von 1 bis 200 Byte.")
  static let noSuchOperator = Words(
    "There is nobody of this id any more.", "Diese Person gibt es hier nicht mehr.")

  static let sessions = Words("Signed in", "Angemeldet")
  static let sessionsLead = Words(
    "Browsers in which you are signed in. One ends after 12 hours without a page, and after 7 days in "
      + "any case.",
    "Browser, in denen Sie angemeldet sind. Nach 12 Stunden ohne Seite endet das, und nach 7 Tagen in "
      + "jedem Fall.")
  static let browser = Words("Browser", "Browser")
  static let seen = Words("Last page", "Letzte Seite")
  static let thisBrowser = Words("this one", "dieser hier")
  static let endSession = Words("Sign out there", "Dort abmelden")
  static let sessionEnded = Words("Signed out there.", "Dort abgemeldet.")

  static let audit = Words("Audit log", "Änderungsprotokoll")
  static let auditLead = Words(
    "Every change by operators, and by the apps’ secret keys: who, what, and how it was before. Kept "
      + "for two years.",
    "Jede Änderung durch Bediener und durch die geheimen Schlüssel der Apps: wer, was und wie es "
      + "vorher war. Zwei Jahre lang.")
  static let when = Words("When", "Wann")
  static let who = Words("Who", "Wer")
  static let what = Words("What", "Was")
  static let before = Words("Before", "Vorher")
  static let after = Words("After", "Nachher")
  static let app = Words("App", "App")
  static let show = Words("Show", "Anzeigen")
  static let from = Words("From", "Von")
  static let untilDay = Words("Until (not included)", "Bis (nicht eingeschlossen)")
  static let noChanges = Words(
    "Nothing was changed yet, or nothing that these filters choose.",
    "Es wurde noch nichts geändert, oder nichts, das diese Filter wählen.")
}
