extension UnpaidReason {
  /// The reason in a sentence, for whoever asks.
  public var sentence: String {
    switch self {
    case .unmet(let unmet): unmet.sentence
    case .refused(let refusal): refusal.sentence
    }
  }
}

extension UnpaidReason.Unmet {
  fileprivate var sentence: String {
    switch self {
    case .noRule: "No rule of a campaign waits for this event."
    case .filterNotMatched: "The event's properties do not pass the rule's filter."
    case .conditionNotMet: "The attribute had a value before, or has not passed the rule's bound."
    case .otherStep: "The rule waits for another step of the campaign."
    case .stepsMissing: "An earlier step is missing; this one counts when it comes."
    case .notCounted: "The rule counts referrals, and this one is not good enough to count."
    case .countNotReached: "The rule counts referrals, and its next number is not reached."
    case .notSignedUp: "The person has not signed up."
    case .notVerified:
      "The mail address is not confirmed, which the campaign asks for; it counts when it is."
    case .notInCampaign: "The person is no member of the campaign."
    case .referralEnded: "The referral was taken back, or gave way when two people became one."
    case .noReferrer: "The rule pays the referrer, and nobody is known who brought the person."
    case .paidBefore: "The rule pays once for each referral, and has paid for an earlier fact."
    case .pending: "The reward is held until 'due_at'."
    case .inReview: "The reward waits for your decision."
    case .voided: "The reward was given up before it was paid."
    case .takenBack: "The reward was paid, and taken back."
    case .notThen:
      "The rule would pay today. When the fact came, rule or referral were not what they are now."
    }
  }
}

extension Payout.Refusal {
  fileprivate var sentence: String {
    switch self {
    case .noReferral: "Nobody is known who brought the person, and the rule is not organic."
    case .weakMatch: "It is less certain who brought the person than the rule asks ('min_match')."
    case .tooOld: "The fact was too old when it came."
    case .beforeSignUp: "The event happened before the person signed up."
    case .capPerPerson: "The beneficiary has had all that the rule pays one person."
    case .capPerMonth: "The beneficiary had had all that the rule pays in a month."
    case .capPerDay: "The beneficiary had had all that the rule pays in a day."
    case .capTotal: "The rule has paid all that it may."
    case .exclusiveGroup: "The fact has paid in another campaign of the group."
    case .balanceFull: "The beneficiary's balance is as large as one can be."
    case .noCoupon: "The coupon pool was empty."
    case .refunded: "The fact was taken back."
    case .erased: "The beneficiary has been erased."
    case .returning: "The person was here before and had been erased; a welcome is paid once."
    case .campaignEnded: "The campaign was over when the fact came, and pays nothing after its end."
    case .imported: "The referral was imported, and was settled where it came from."
    case .otherCurrency: "The event is in another currency than the rule's, or names none."
    case .tooManyInReview: "As many rewards of the rule as may be wait for your decision."
    }
  }
}
