import BeckonContract

extension MessageRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .list: .keyed(ListMessages.prepare)
    case .read: .keyed(ReadMessage.prepare)
    case .resend: .keyed(ResendMessage.prepare)
    case .callOff: .keyed(CallOffMessage.prepare)
    case .listSuppressions: .keyed(ListSuppressions.prepare)
    case .readSuppression: .keyed(SuppressedAddress.read)
    case .suppress: .keyed(SuppressedAddress.add)
    case .endSuppression: .keyed(SuppressedAddress.remove)
    }
  }
}

extension MailPageRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .resetPassword: .open(ServePasswordPage.form)
    case .setPassword: .open(ServePasswordPage.set)
    case .verifyEmail: .open(ServeVerificationPage.question)
    case .confirmEmail: .open(ServeVerificationPage.confirm)
    case .leave: .open(ServeLeavingPage.question)
    case .confirmLeaving: .open(ServeLeavingPage.confirm)
    }
  }
}
