import BeckonEngine
import BeckonModel

/// How an install was matched, or why not, for people. The English is what the API says.
extension AttributionReason {
  var words: Words { Words(explanation, german) }

  private var german: String {
    switch self {
    case .clickID: "Die App hat die Id des Klicks genannt, also ist die Zuordnung sicher."
    case .openedLink: "Die App wurde durch diesen Link geöffnet, also ist die Zuordnung sicher."
    case .installReferrer:
      "Google Play hat die Id des Klicks genannt, also ist die Zuordnung sicher."
    case .pasteboardLink:
      "Der Link lag in der Zwischenablage des Geräts, also ist die Zuordnung sicher."
    case .appleAds:
      "Apple sagt, dass eine Anzeige im App Store zur Installation geführt hat, also ist sie sicher."
    case .networkAndDevice:
      "Kurz vor dem ersten Start hat jemand diesen Link aus demselben Netz geöffnet, auf einem Gerät, "
        + "das sich in nichts unterscheidet, was zu sehen ist, und kein anderer Link wurde so geöffnet."
    case .noCandidates: "Vor dem ersten Start hat niemand aus diesem Netz einen Link geöffnet."
    case .ambiguous:
      "Aus diesem Netz wurden verschiedene Links auf Geräten geöffnet, die alle wie dieses aussehen. "
        + "Welcher es war, wird nicht geraten."
    case .tooManyCandidates:
      "Aus diesem Netz wurden so viele Links geöffnet, dass nicht alle verglichen werden konnten. "
        + "Geraten wird nicht."
    case .onlyDiffering:
      "Aus diesem Netz wurden Links geöffnet, aber auf anderen Geräten: Die Merkmale zeigen, worin "
        + "sie sich unterscheiden."
    case .onlyClaimed:
      "Ein Link wurde aus diesem Netz auf einem Gerät wie diesem geöffnet, aber dieser Klick gehört "
        + "schon zu einer anderen Installation."
    case .onlyTooOld:
      "Ein Link wurde aus diesem Netz auf einem Gerät wie diesem geöffnet, aber zu lange vor dem "
        + "ersten Start."
    case .onlyLater:
      "Ein Link wurde aus diesem Netz auf einem Gerät wie diesem geöffnet, aber erst nach dem ersten "
        + "Start."
    case .clickClaimed, .clickExpired, .clickUnknown: germanOfNamedClick
    case .switchedOffOnIOS:
      "Die Zuordnung nach Netz und Gerät ist für iOS ausgeschaltet, und die App hat keinen Klick "
        + "genannt."
    case .waitsForDevice:
      "Die App hat nicht gesagt, auf welchem Gerät sie ist, also ist noch nichts entschieden. "
        + "Entschieden wird beim ersten Aufruf, der es sagt, bei der Anmeldung oder nach einem Tag."
    case .noDevice:
      "Die App hat einen Tag lang nicht gesagt, auf welchem Gerät sie ist, darum wurde kein Klick "
        + "damit verglichen."
    case .oldInstall:
      "Die App war schon auf dem Gerät, bevor ihre Zuordnung begann (attribution_since), also hat kein "
        + "Link zu dieser Installation geführt."
    }
  }

  /// Why the click that the app named does not count.
  private var germanOfNamedClick: String {
    switch self {
    case .clickClaimed:
      "Die App hat einen Klick genannt, der schon zu einer anderen Installation gehört; also hat diese "
        + "Person nicht geklickt."
    case .clickExpired:
      "Die App hat einen Klick genannt, der zu alt ist, und kein anderer passt."
    default:
      "Die App hat einen Klick oder Link genannt, den es nicht gibt, und kein anderer passt."
    }
  }
}

extension AttributionLimit {
  var words: Words { Words(explanation, german) }

  private var german: String {
    switch self {
    case .age:
      "Der Klick lag eine Weile vor dem ersten Start, darum gilt die Zuordnung als schwach."
    case .carrierNAT:
      "Viele Kunden des Mobilfunkanbieters teilen dieses Netz, darum gilt die Zuordnung als schwach."
    case .relay:
      "Viele Nutzer eines Datenschutz-Relays teilen dieses Netz, darum gilt die Zuordnung als schwach."
    case .hiddenByProxy:
      "Ein Proxy, dem der Server nicht vertraut, verbirgt, wer sich verbindet, darum gilt die "
        + "Zuordnung als schwach. Ist es Ihr eigener, nennen Sie ihn mit --trusted-proxy."
    case .platform:
      "Der Browser hat nicht sicher gesagt, auf was für einem Gerät er läuft, darum gilt die Zuordnung "
        + "als schwach."
    case .fewTraits:
      "Der Klick hat weder Bildschirm noch Modell noch die volle Version des Systems genannt, also "
        + "können andere Geräte gleich aussehen, und die Zuordnung gilt als schwach."
    case .otherDevices:
      "Andere Geräte haben am selben Tag Links aus diesem Netz geöffnet, darum gilt die Zuordnung als "
        + "schwach."
    case .organicReferrer:
      "Die Seite des Links führt zu Play, aber Play sagt, dass niemand diese Person geschickt hat, "
        + "darum gilt die Zuordnung als schwach."
    case .withoutToken:
      "Die App hat den Link erst in einem weiteren Aufruf genannt, der das Token der Installation nicht "
        + "zeigte, darum gilt die Zuordnung als schwach."
    }
  }
}

extension Words {
  /// What an answer says of the decision about an install, in sentences.
  static func explaining(_ decision: JSON) -> [Words] {
    let reason = decision["reason"]?.string.flatMap { AttributionReason(word: $0) }
    let limits = (decision["limits"]?.elements ?? []).compactMap(\.string)
      .compactMap { AttributionLimit(word: $0) }
    return [reason?.words].compactMap { $0 } + limits.map(\.words)
      + (decision["own"]?.bool == true ? [ownInstall] : [])
  }

  private static let ownInstall = Words(
    "The install is the referrer's own, so no referral comes of it.",
    "Die Installation gehört der werbenden Person selbst, darum folgt keine Empfehlung daraus.")
}
