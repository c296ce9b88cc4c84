import BeckonEngine
import BeckonModel

/// Why a rule has paid nothing, in a sentence for people. The English is what the API says.
extension UnpaidReason {
  /// The reason of a code of the API.
  init?(code: String) {
    if let unmet = Unmet(word: code) {
      self = .unmet(unmet)
    } else if let refusal = Payout.Refusal(word: code) {
      self = .refused(refusal)
    } else {
      return nil
    }
  }

  var words: Words {
    switch self {
    case .unmet(let unmet): Words(sentence, unmet.german)
    case .refused(let refusal): Words(sentence, refusal.german)
    }
  }
}

extension UnpaidReason.Unmet {
  fileprivate var german: String {
    switch self {
    case .noRule: "Keine Regel einer Kampagne wartet auf dieses Ereignis."
    case .filterNotMatched:
      "Die Eigenschaften des Ereignisses bestehen den Filter der Regel nicht."
    case .conditionNotMet:
      "Die Eigenschaft hatte vorher schon einen Wert oder hat die Grenze der Regel nicht überschritten."
    case .otherStep: "Die Regel wartet auf einen anderen Schritt der Kampagne."
    case .stepsMissing: "Ein früherer Schritt fehlt; dieser zählt, sobald er kommt."
    case .notCounted: "Die Regel zählt Empfehlungen, und diese ist dafür nicht gut genug."
    case .countNotReached:
      "Die Regel zählt Empfehlungen, und ihre nächste Zahl ist nicht erreicht."
    case .notSignedUp: "Die Person hat sich nicht angemeldet."
    case .notVerified:
      "Die Mailadresse ist nicht bestätigt, was die Kampagne verlangt; es zählt, sobald sie es ist."
    case .notInCampaign: "Die Person ist kein Mitglied der Kampagne."
    case .referralEnded:
      "Die Empfehlung wurde zurückgenommen oder trat zurück, als zwei Personen eine wurden."
    case .noReferrer:
      "Die Regel zahlt der werbenden Person, und wer die Person gebracht hat, ist nicht bekannt."
    case .paidBefore:
      "Die Regel zahlt einmal für jede Empfehlung und hat für ein früheres Ereignis gezahlt."
    case .pending: "Die Belohnung wird bis zu ihrer Zeit zurückgehalten."
    case .inReview: "Die Belohnung wartet auf Ihre Entscheidung."
    case .voided: "Die Belohnung wurde aufgegeben, bevor sie gezahlt war."
    case .takenBack: "Die Belohnung wurde gezahlt und zurückgenommen."
    case .notThen:
      "Die Regel würde heute zahlen. Als das Ereignis kam, waren Regel oder Empfehlung anders als jetzt."
    }
  }
}

extension Payout.Refusal {
  fileprivate var german: String {
    switch self {
    case .noReferral:
      "Wer die Person gebracht hat, ist nicht bekannt, und die Regel zahlt nur für Geworbene."
    case .weakMatch:
      "Wer die Person gebracht hat, ist weniger sicher, als die Regel verlangt (min_match)."
    case .tooOld: "Das Ereignis war zu alt, als es kam."
    case .beforeSignUp: "Das Ereignis geschah, bevor sich die Person angemeldet hat."
    case .capPerPerson: "Wer begünstigt ist, hat alles bekommen, was die Regel einer Person zahlt."
    case .capPerMonth:
      "Wer begünstigt ist, hatte alles bekommen, was die Regel in einem Monat zahlt."
    case .capPerDay: "Wer begünstigt ist, hatte alles bekommen, was die Regel an einem Tag zahlt."
    case .capTotal: "Die Regel hat alles gezahlt, was sie darf."
    case .exclusiveGroup: "Das Ereignis hat in einer anderen Kampagne der Gruppe gezahlt."
    case .balanceFull: "Das Guthaben ist so groß, wie eines sein kann."
    case .noCoupon: "Der Gutscheinvorrat war leer."
    case .refunded: "Das Ereignis wurde zurückgenommen."
    case .erased: "Wer begünstigt war, wurde gelöscht."
    case .returning:
      "Die Person war früher schon da und wurde gelöscht; ein Willkommen wird einmal gezahlt."
    case .campaignEnded:
      "Die Kampagne war vorbei, als das Ereignis kam, und zahlt nach ihrem Ende nichts."
    case .imported: "Die Empfehlung wurde importiert und war dort abgerechnet, woher sie kam."
    case .otherCurrency:
      "Das Ereignis ist in einer anderen Währung als die Regel oder nennt keine."
    case .tooManyInReview:
      "So viele Belohnungen der Regel, wie es sein dürfen, warten auf Ihre Entscheidung."
    }
  }
}
