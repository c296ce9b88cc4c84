import BeckonContractSocialInvite
import BeckonEngine
import BeckonModel

/// What a request of this protocol's clients asks for, in neutral words.
enum SocialInviteCommand: Sendable {
  /// Send invitations.
  case invite(InvitationOrder)
  /// Make a message of the app that the path names; the app's own id of its install, if one is
  /// named.
  case create(MessageTemplate, installID: String?, application: String)
  /// Read a message.
  case read(key: String, application: String)
  /// Change a message.
  case change(key: String, MessageTemplate, application: String)
  /// Tell how far the invitations of a bulk have come.
  case report(bulk: String)

  /// Reads a request about messages or invitations.
  /// - Parameters:
  ///   - parameters: of the route's path, in order, decoded.
  ///   - body: `nil` of a request without one.
  ///   - region: the app's.
  /// - Throws: `SocialInviteFailure`.
  init(
    _ route: SocialInviteRoute, _ parameters: [String], body: JSON?, region: String
  ) throws(SocialInviteFailure) {
    switch route {
    case .invite: self = .invite(try InvitationOrder(json: body ?? .null, region: region))
    case .createMessage:
      let (template, installID) = try Self.template(body)
      self = .create(template, installID: installID, application: try Self.key(parameters, 0))
    case .message:
      self = .read(key: try Self.key(parameters, 1), application: try Self.key(parameters, 0))
    case .updateMessage:
      self = .change(
        key: try Self.key(parameters, 1), try Self.template(body).template,
        application: try Self.key(parameters, 0))
    }
  }

  /// Reads a request about a bulk.
  /// - Throws: `SocialInviteFailure`.
  init(_ route: SocialInviteDeliveryRoute, _ parameters: [String]) throws(SocialInviteFailure) {
    self = .report(bulk: try Self.key(parameters, 0))
  }

  private static func key(
    _ parameters: [String], _ place: Int
  ) throws(SocialInviteFailure) -> String {
    guard parameters.indices.contains(place), !parameters[place].isEmpty else {
      throw SocialInviteFailure(
        .missingComponent, "Request URI missing required component(s): ")
    }
    guard parameters[place].utf8.count <= SocialInvite.keyBytes else {
      throw SocialInviteFailure(
        .invalidParameter, "A key in the path is longer than \(SocialInvite.keyBytes) bytes.")
    }
    return parameters[place]
  }

  private static func template(
    _ body: JSON?
  ) throws(SocialInviteFailure) -> (template: MessageTemplate, installID: String?) {
    let request: SocialInvite.MessageRequest
    do throws(FieldError) {
      request = try SocialInvite.MessageRequest(json: body ?? .null)
    } catch {
      throw SocialInviteFailure(error)
    }
    do throws(MessageTemplate.Refusal) {
      let template = try MessageTemplate(
        text: request.text,
        placeholder: request.placeholder ?? MessageTemplate.standardPlaceholder,
        wordPlaceholder: request.clientPlaceholder)
      return (template, request.installID)
    } catch {
      throw SocialInviteFailure(.invalidParameter, "The message: \(error).")
    }
  }
}
