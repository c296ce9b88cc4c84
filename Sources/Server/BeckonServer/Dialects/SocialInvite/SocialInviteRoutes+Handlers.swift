import BeckonContract
import BeckonContractSocialInvite

extension SocialInviteRoute: ServedRoutes {
  var dialect: Dialect { .socialInvite }
  var tolerance: Set<PathTolerance> { .socialInvite }

  var handler: Handler {
    switch self {
    case .invite: .keyed(SendInvitations.prepare)
    case .createMessage: .keyed(InviteMessages.create)
    case .message: .keyed(InviteMessages.read)
    case .updateMessage: .keyed(InviteMessages.change)
    }
  }
}

extension SocialInviteApplicationRoute: ServedRoutes {
  var dialect: Dialect { .socialInvite }
  var tolerance: Set<PathTolerance> { .socialInvite }

  var handler: Handler {
    switch self {
    case .list: .keyed(ListApplications.prepare)
    }
  }
}

extension SocialInviteDeliveryRoute: ServedRoutes {
  var dialect: Dialect { .socialInvite }
  var tolerance: Set<PathTolerance> { .socialInvite }

  var handler: Handler {
    switch self {
    case .deliveries: .keyed(ReportDeliveries.prepare)
    }
  }
}

extension SocialInviteLoginRoute: ServedRoutes {
  var dialect: Dialect { .socialInvite }
  var tolerance: Set<PathTolerance> { .socialInvite }

  var handler: Handler {
    switch self {
    case .login: .open(LogInToInvites.answer)
    }
  }
}

extension Set<PathTolerance> {
  /// What these clients write into paths: an id that they do not know is empty, and bases end with
  /// a slash.
  static let socialInvite: Set<PathTolerance> = [
    .slashAtEnd, .doubledSlashes, .emptyParameters,
  ]
}
