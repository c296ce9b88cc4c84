import BeckonContract

extension PersonRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .identify: .keyed(IdentifyPersonEndpoint.prepare)
    case .read: .keyed(ReadPerson.prepare)
    case .update: .keyed(UpdatePersonEndpoint.prepare)
    case .erase: .keyed(ErasePerson.prepare)
    case .list: .keyed(ListPeople.prepare)
    case .explainUnpaid: .keyed(ExplainUnpaid.prepare)
    case .export: .keyed(ExportPerson.prepare)
    case .merge: .keyed(MergePerson.prepare)
    case .createSignInToken: .keyed(CreateSignInToken.prepare)
    case .verifyEmail: .keyed(VerifyEmailEndpoint.prepare)
    }
  }
}
