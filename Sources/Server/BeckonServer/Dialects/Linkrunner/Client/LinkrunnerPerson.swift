import BeckonContract
import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel
import BeckonStore

/// What Linkrunner's clients say about the person who uses an install. Their protocol has no token:
/// the bare id of an install that it saw first stands for it, so a person who is known otherwise is
/// not changed from this one; the facts that name them are stored all the same.
struct LinkrunnerPerson: Sendable {
  let request: LinkrunnerRequest
  private let identities: [Identity]
  private let attributes: [JSON.Member]

  /// Reads `user_data`, and what `more` there is to remember.
  init(_ call: Call, _ request: LinkrunnerRequest, user: Fields?, more: [JSON.Member] = []) throws {
    self.request = request
    var identities: [Identity] = []
    var attributes = more
    if let id = try user?.string("id", max: Limits.identityBytes) {
      identities.append(Identity(kind: .userID, value: id))
    }
    for kind in [IdentityKind.email, .phone] {
      guard let text = user?.value(kind.rawValue)?.string, !text.isEmpty else { continue }
      let given = Identity(kind: kind, value: text)
      if let identity = try? NormalForm.of(given, region: call.app.settings.region) {
        identities.append(identity)
      } else {
        // Hashed by the client, or without a country: of use to the app, but not to find anyone by.
        attributes.append(JSON.Member(kind.rawValue, .string(text)))
      }
    }
    for name in Self.kept {
      if let value = user?.value(name) { attributes.append(JSON.Member(name, value)) }
    }
    self.identities = identities
    self.attributes = attributes
  }

  private static let kept = [
    "name", "is_first_time_user", "user_created_at", "mixpanel_distinct_id",
    "amplitude_device_id", "posthog_distinct_id", "braze_device_id", "ga_app_instance_id",
    "ga_session_id", "netcore_device_guid",
  ]

  /// Registers the install if that was not done yet, and signs the person up or in, or notes who
  /// they are: apps tell of a push token at each start, signed up or not.
  /// - Throws: `DatabaseError`; `Problem`; `FieldError` when there is too much to remember;
  ///   `SignUp.NewcomerRefused`.
  func store(
    _ call: Call, _ scope: Scope, _ launch: FirstLaunch.Request, isSignUp: Bool, mayCreate: Bool
  ) throws -> (install: Install, isNew: Bool) {
    let install = try FirstLaunch(scope, launch).run().install
    try call.requireProven(install, scope)
    try request.settleAge(call, scope)
    let outcome = try SignUp(
      scope,
      SignUp.Request(
        identities: identities, installID: request.installID, campaign: nil, referrer: nil,
        click: nil, attributes: attributes.isEmpty ? nil : .object(attributes), consent: nil,
        proof: try call.linkrunnerProof(install, scope), issuesToken: false, isSignUp: isSignUp,
        mayCreate: mayCreate)
    ).run()
    return (install, outcome.isNew)
  }
}

/// `POST /api/client/trigger`: a sign-up or a log-in.
enum LinkrunnerTrigger {
  static func prepare(_ call: Call) throws -> Work {
    let request = try LinkrunnerRequest(call)
    let user = try request.user()
    _ = try user.require("id", user.string("id", max: Limits.identityBytes))
    let additional = (request.fields.value("data")?.members ?? []).filter {
      $0.name != "device_data"
    }
    let person = try LinkrunnerPerson(
      call, request, user: user,
      more: additional.isEmpty ? [] : [JSON.Member("additional_data", .object(additional))])
    let launch = try request.firstLaunch(call, isSignUp: true)
    return .behindClicks(launch) { launch in
      .admission { scope, mayCreate in
        let (install, isNew) = try person.store(
          call, scope, launch, isSignUp: true, mayCreate: mayCreate)
        let value = try LinkrunnerConversionValue.members(of: install.id, scope)
        let place = request.isHybrid ? [LinkrunnerHybrid.place] : []
        let data = JSON.object(
          [JSON.Member("deeplink", ""), JSON.Member("trigger", true)] + place + value)
        return (.linkrunner("Trigger processed successfully", data: data), isNew)
      }
    }
  }
}

/// `POST /api/client/set-user-data`, and the calls that tell one more thing about the person.
enum LinkrunnerSetUserData {
  static func prepare(_ call: Call) throws -> Work {
    let request = try LinkrunnerRequest(call)
    let user = try request.user()
    return try store(call, request, user: user, "User data set successfully")
  }

  static func prepareCustomerUserID(_ call: Call) throws -> Work {
    let request = try LinkrunnerRequest(call)
    let id = try request.fields.require(
      "user_id", request.fields.string("user_id", max: Limits.identityBytes))
    let user = try Fields(.object([JSON.Member("id", .string(id))]))
    return try store(call, request, user: user, "Customer user id set successfully")
  }

  static func preparePushToken(_ call: Call) throws -> Work {
    let request = try LinkrunnerRequest(call)
    let token = try request.fields.require(
      "push_token", request.fields.string("push_token", max: Limits.urlBytes))
    return try store(
      call, request, more: [JSON.Member("push_token", .string(token))],
      "Push token updated successfully")
  }

  static func prepareIntegrations(_ call: Call) throws -> Work {
    let request = try LinkrunnerRequest(call)
    let given = try request.fields.object(
      "integration_info", maxBytes: Limits.attributesBytes)
    let information = try request.fields.require("integration_info", given)
    return try store(
      call, request, more: [JSON.Member("integration_info", information)],
      "Integrations updated successfully")
  }

  private static func store(
    _ call: Call, _ request: LinkrunnerRequest, user: Fields? = nil, more: [JSON.Member] = [],
    _ message: String
  ) throws -> Work {
    let person = try LinkrunnerPerson(call, request, user: user, more: more)
    let launch = try request.firstLaunch(call)
    return .behindClicks(launch) { launch in
      .admission { scope, mayCreate in
        let isNew = try person.store(
          call, scope, launch, isSignUp: false, mayCreate: mayCreate
        ).isNew
        return (.linkrunner(message, data: .object([])), isNew)
      }
    }
  }
}
