extension Words {
  static let health = Words("Health", "Zustand")
  static let healthLead = Words(
    "How this server and its background work are doing. The same for programs: /health and /metrics.",
    "Wie es diesem Server und seiner Hintergrundarbeit geht. Für Programme: /health und /metrics.")
  static let allWell = Words("All is well.", "Alles in Ordnung.")
  static let unwell = Words("Something is wrong.", "Etwas stimmt nicht.")
  static let version = Words("Version", "Version")
  static let runningSince = Words("Running since", "Läuft seit")
  static let database = Words("Database", "Datenbank")
  static let schema = Words("Schema", "Schema")
  static let followers = Words("Followers of the feed", "Wer dem Feed folgt")
  static let waitingRows = Words("Rows that wait", "Wartende Zeilen")
  static let oldest = Words("Oldest", "Älteste")
  static let loops = Words("Background work", "Hintergrundarbeit")
  static let lastSuccess = Words("Last success", "Zuletzt gelungen")
  static let left = Words("Left to do", "Noch zu tun")
  static let queues = Words("Messages and webhooks", "Nachrichten und Webhooks")
  static let waiting = Words("Waiting", "Wartend")
  static let noQueues = Words("Nothing waits.", "Nichts wartet.")
  static let rejected = Words("Facts that were refused", "Abgelehnte Ereignisse")
  static let rejectedLead = Words(
    "The last that this server has refused since it was started, with what they were like; what they "
      + "hold is left out.",
    "Die letzten, die dieser Server seit seinem Start abgelehnt hat, und wie sie aussahen; was darin "
      + "steht, ist weggelassen.")
  static let nothingRejected = Words(
    "None since the server was started.", "Keine, seit der Server läuft.")
  static let body = Words("Body", "Inhalt")
}
