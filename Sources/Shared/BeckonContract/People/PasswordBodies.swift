import BeckonModel

/// `POST /v1/sign-in`: the person of an e-mail address and a password.
public enum PasswordSignIn {
  /// Who signs in.
  public struct Request: Sendable {
    /// The e-mail address. Not yet in normal form.
    public let email: String
    /// The password.
    public let password: String
    /// The install that they use.
    public let installID: String?

    /// Makes a request.
    public init(email: String, password: String, installID: String? = nil) {
      self.email = email
      self.password = password
      self.installID = installID
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["email", "password", "install_id"])
      email = try fields.require("email", fields.string("email", max: Limits.identityBytes))
      password = try fields.require(
        "password", fields.string("password", max: Limits.passwordBytes.upperBound))
      installID = try fields.string("install_id", max: Limits.clientIDBytes)
    }

    /// The body.
    public var json: JSON {
      .object([
        "email": .string(email), "password": .string(password),
        "install_id": installID.map(JSON.string),
      ])
    }
  }
}

/// `POST /v1/people/{person}/password`: sign in from now on with this address and password.
public enum LinkPassword {
  /// What to sign in with.
  public struct Request: Sendable {
    /// The e-mail address. Not yet in normal form.
    public let email: String
    /// The password.
    public let password: String

    /// Makes a request.
    public init(email: String, password: String) {
      self.email = email
      self.password = password
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["email", "password"])
      email = try fields.require("email", fields.string("email", max: Limits.identityBytes))
      password = try fields.newPassword()
    }

    /// The body.
    public var json: JSON { ["email": .string(email), "password": .string(password)] }
  }
}

/// `PUT /v1/people/{person}/password`: another password.
public enum ChangePassword {
  /// The old one and the new one.
  public struct Request: Sendable {
    /// The password until now; the app's server need not know it.
    public let oldPassword: String?
    /// The password from now on.
    public let password: String

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["old_password", "password"])
      oldPassword = try fields.string("old_password", max: Limits.passwordBytes.upperBound)
      password = try fields.newPassword()
    }
  }
}

/// `POST /v1/password-resets`: another password, by a single-use token.
public enum ResetPassword {
  /// The token and the new password.
  public struct Request: Sendable {
    /// What `POST /v1/people/{person}/password-reset` gave.
    public let token: String
    /// The password from now on.
    public let password: String

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["token", "password"])
      token = try fields.require("token", fields.string("token", max: Limits.clientIDBytes))
      password = try fields.newPassword()
    }
  }
}

extension Fields {
  /// A password that somebody chooses. Any text of the right length will do: what a rule on
  /// characters forbids is more often a good password than a bad one (NIST SP 800-63B).
  fileprivate func newPassword() throws(FieldError) -> String {
    let password = try require(
      "password", string("password", max: Limits.passwordBytes.upperBound))
    guard password.utf8.count >= Limits.passwordBytes.lowerBound else {
      throw error("password", "is shorter than \(Limits.passwordBytes.lowerBound) bytes")
    }
    return password
  }
}
