import BeckonDatabase
import BeckonModel

extension Feature {
  /// People, who they are known as, and what proves it.
  static let people = Feature(
    tables: [
      CopiedTable(
        "people", key: [.integer("app"), .identifier("id")],
        [
          .text("attributes"), .text("consent"), .integer("created_at"), .identifier("merged_into"),
          .integer("erased_at"), .integer("awaits_sign_up"), .text("server_attributes"),
          .integer("signed_up_at"), .integer("sign_up_received_at"), .text("vendor"),
        ]),
      CopiedTable(
        "identities", key: [.integer("app"), .text("kind"), .text("value")],
        [
          .identifier("person"), .integer("confirmed_at"), .integer("verified_at"),
          .identifier("mailbox"),
        ]),
      CopiedTable(
        "contact_consents",
        key: [.integer("app"), .identifier("person"), .text("channel")],
        [.integer("is_given"), .text("told_by"), .integer("at")]),
      CopiedTable(
        "tokens", key: [.integer("app"), .identifier("digest")],
        [
          .identifier("owner"), .integer("created_at"), .identifier("install"),
          .integer("by_server"),
        ]),
      CopiedTable(
        "sign_in_tokens", key: [.integer("app"), .identifier("digest")],
        [
          .identifier("person"), .integer("expires_at"), .identifier("email"),
          .integer("shows_address"),
        ]),
      CopiedTable(
        "passwords", key: [.integer("app"), .identifier("person")],
        [
          .identifier("email"), .text("hash"), .identifier("install"), .integer("changed_at"),
        ]),
      CopiedTable(
        "visitors", key: [.integer("app"), .identifier("visitor")], [.identifier("owner")]),
      CopiedTable(
        "tombstones", key: [.integer("app"), .identifier("digest")],
        [.integer("erased_at"), .integer("welcomed"), .integer("confirmed")]),
    ],
    kept: [
      KeptRows(
        for: .milliseconds(0), by: .time,
        """
        DELETE FROM sign_in_tokens WHERE (app, digest) IN (
          SELECT app, digest FROM sign_in_tokens WHERE expires_at < $1 LIMIT $2)
        """)
    ],
    rollUps: [.signUps],
    erasure: ErasedRows(
      install: { try Tokens($0).revoke(owner: $1.identifier) },
      person: { scope, person in
        try Tokens(scope).revoke(owner: person.identifier)
        try SignInTokens(scope).revoke(person)
        try Passwords(scope).end(of: person)
        try People(scope).forget(person)
        try ContactConsents(scope).forget(person)
      }),
    merge: { scope, old, new in
      try People(scope).moveIdentities(from: old, to: new)
      try Tokens(scope).move(from: old, to: new)
      try Passwords(scope).merge(old, into: new)
      try ContactConsents(scope).merge(old, into: new)
    })
}
