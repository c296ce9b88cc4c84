import BeckonContract

extension PasswordRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .signIn: .keyed(SignInEndpoint.prepare)
    case .link: .keyed(LinkPasswordEndpoint.prepare)
    case .change: .keyed(ChangePasswordEndpoint.prepare)
    case .allowReset: .keyed(AllowPasswordReset.prepare)
    case .reset: .keyed(ResetPasswordEndpoint.prepare)
    case .mailReset: .keyed(MailPasswordReset.prepare)
    case .signOut: .keyed(SignOut.prepare)
    }
  }
}
