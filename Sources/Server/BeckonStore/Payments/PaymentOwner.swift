import BeckonDatabase
import BeckonModel

/// Under what a person's payments are found. Each payment is one owner's: the user id's under which
/// it was paid; else the person's who is known to have paid; else the install's.
enum PaymentOwner {
  /// The keyed hash of the app's own id of a user.
  case user(Identifier)
  /// Who is known to have paid what nobody told a user id of.
  case person(PersonID)
  /// An install on which it was paid before anybody was known to use it.
  case install(InstallID)

  /// The index that leads to them, in the order of time.
  var index: SQL {
    switch self {
    case .user: "{by payments_by_payer}"
    case .person: "{by payments_by_person}"
    case .install: "{by payments_by_install}"
    }
  }

  /// What is asked of the index.
  var key: SQL {
    switch self {
    case .user(let user): "payments.payer = \(.identifier(user))"
    case .person(let person): "payments.person = \(.id(person))"
    case .install(let install): "payments.install = \(.id(install))"
    }
  }

  /// What is asked of each row that the index leads to.
  var filters: [SQL?] {
    switch self {
    case .user: []
    case .person: ["payments.payer IS NULL"]
    case .install: ["payments.payer IS NULL", "payments.person IS NULL"]
    }
  }
}

extension ExportedPerson {
  /// Under what the person's payments are found.
  var paymentOwners: [PaymentOwner] {
    users.map(PaymentOwner.user) + people.map(PaymentOwner.person)
      + installs.map { PaymentOwner.install($0.id) }
  }
}
