import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// The numbers of a request: those to which a text message can go, each once, and the others.
struct Numbers {
  private(set) var recipients: [NewInvite.Recipient] = []
  private(set) var unsent: [InviteBody.Unsent] = []

  /// - Parameter settings: whose numbers may be texted; all, while the app has none.
  init(_ asked: [InviteBody.Recipient], _ settings: TextSettings?, region: String) {
    let reach = TextReach(settings)
    var seen: Set<TextKey> = []
    for recipient in asked {
      do throws(PhoneFault) {
        let number = try PhoneReader.readMobile(recipient.phone, region: region)
        guard seen.insert(TextKey(number.e164)).inserted else {
          unsent.append(InviteBody.Unsent(phone: recipient.phone, reason: "duplicate"))
          continue
        }
        guard reach.takes(number) else {
          unsent.append(InviteBody.Unsent(phone: recipient.phone, reason: "other_country"))
          continue
        }
        recipients.append(
          NewInvite.Recipient(
            number, name: recipient.name, isOutsideTrial: reach.isOutsideTrial(number)))
      } catch {
        unsent.append(InviteBody.Unsent(phone: recipient.phone, reason: error.rawValue))
      }
    }
  }
}

/// To which numbers an app sends text messages.
struct TextReach {
  private let team: Set<TextKey>
  private let countries: Set<TextKey>

  /// - Parameter settings: of the app; without any it takes all.
  init(_ settings: TextSettings?) {
    team = Set(texts: settings?.trialNumbers ?? [])
    countries = Set(texts: settings?.countries ?? [])
  }

  /// Whether the app sends to the number's country.
  func takes(_ number: PhoneNumber) -> Bool {
    countries.isEmpty || countries.contains(TextKey(number.region ?? ""))
  }

  /// Whether the app is being tried out, and it is none of the team's numbers.
  func isOutsideTrial(_ number: PhoneNumber) -> Bool {
    !team.isEmpty && !team.contains(TextKey(number.e164))
  }
}
