import BeckonDatabase

extension CopiedTable {
  /// Every table of the schema as the migrations leave it; a test compares the two. Small ones
  /// that others hang on come first.
  public static let all =
    accounts + people + links + attribution + referrals + rewards + events + payments + webhooks
    + postbacks

  private static let accounts = [
    CopiedTable(
      "apps", key: [.integer("number")],
      [
        .identifier("id"), .text("name"), .text("pepper"), .text("settings"),
        .integer("created_at"),
      ], .sequence),
    CopiedTable(
      "api_keys", key: [.identifier("digest")],
      [
        .integer("app"), .identifier("id"), .text("kind"), .text("vendor"), .text("hint"),
        .integer("created_at"), .integer("revoked_at"),
      ]),
    CopiedTable(
      "web_keys", key: [.identifier("id")],
      [.integer("app"), .text("private_key"), .integer("created_at")]),
    CopiedTable(
      "identity_keys", key: [.identifier("id")],
      [.integer("app"), .text("secret"), .integer("created_at")]),
    CopiedTable(
      "idempotency", key: [.integer("app"), .identifier("key")],
      [
        .identifier("fingerprint"), .integer("status"), .text("body"), .integer("at"),
        .integer("is_marked"),
      ]),
    CopiedTable(
      "idempotency_people",
      key: [.integer("app"), .identifier("person"), .identifier("key")]),
  ]

  private static let people = [
    CopiedTable(
      "people", key: [.integer("app"), .identifier("id")],
      [
        .text("attributes"), .text("consent"), .integer("created_at"), .identifier("merged_into"),
        .integer("erased_at"), .integer("awaits_sign_up"), .text("server_attributes"),
        .integer("signed_up_at"), .integer("sign_up_received_at"), .text("vendor"),
      ]),
    CopiedTable(
      "identities", key: [.integer("app"), .text("kind"), .text("value")],
      [.identifier("person"), .integer("confirmed_at")]),
    CopiedTable(
      "tokens", key: [.integer("app"), .identifier("digest")],
      [
        .identifier("owner"), .integer("created_at"), .identifier("install"),
        .integer("by_server"),
      ]),
    CopiedTable(
      "sign_in_tokens", key: [.integer("app"), .identifier("digest")],
      [.identifier("person"), .integer("expires_at")]),
    CopiedTable(
      "tombstones", key: [.integer("app"), .identifier("digest")],
      [.integer("erased_at"), .integer("welcomed"), .integer("confirmed")]),
  ]

  private static let links = [
    CopiedTable(
      "links", key: [.integer("app"), .identifier("id")],
      [
        .text("host"), .text("code"), .text("url"), .identifier("campaign"),
        .identifier("referrer"), .text("options"), .integer("created_at"), .integer("expires_at"),
        .integer("deleted_at"),
      ]),
    CopiedTable(
      "clicks", key: [.integer("seq")],
      [
        .integer("app"), .identifier("id"), .identifier("link"), .integer("at"), .text("kind"),
        .identifier("network"), .text("network_class"), .identifier("visitor"), .text("platform"),
        .text("os_version"), .text("device_model"), .text("screen"), .text("language"),
        .text("time_zone"),
      ], .position(at: "at")),
    CopiedTable(
      "link_visitors", key: [.integer("app"), .identifier("link"), .identifier("visitor")]),
    CopiedTable(
      "link_days",
      key: [.integer("app"), .identifier("link"), .text("day"), .text("platform"), .text("kind")],
      [.integer("count")]),
    CopiedTable("loops", key: [.text("name")], [.integer("position")]),
  ]

  private static let attribution = [
    CopiedTable(
      "installs", key: [.integer("app"), .identifier("id")],
      [
        .identifier("client"), .identifier("person"), .text("device"), .identifier("network"),
        .integer("created_at"), .integer("disowned"), .integer("named_by_server"),
        .integer("unproven"),
        .text("vendor"),
      ]),
    CopiedTable(
      "install_people", key: [.integer("app"), .identifier("install"), .identifier("person")]),
    CopiedTable(
      "click_claims", key: [.integer("app"), .identifier("click")], [.identifier("install")]),
    CopiedTable(
      "decisions", key: [.integer("app"), .identifier("install")],
      [
        .identifier("id"), .integer("at"), .text("type"), .text("reason"), .identifier("link"),
        .identifier("click"), .text("explanation"),
      ]),
    CopiedTable(
      "opens", key: [.integer("seq")],
      [
        .integer("app"), .identifier("install"), .identifier("link"), .integer("own"),
        .integer("at"),
      ], .sequence),
  ]

  private static let referrals = [
    CopiedTable(
      "campaigns", key: [.integer("app"), .identifier("id")],
      [
        .text("list_uuid"), .text("name"), .integer("goal"), .text("kind"), .text("url"),
        .text("exclusive_group"), .integer("created_at"),
      ]),
    CopiedTable(
      "rules", key: [.integer("app"), .identifier("id")],
      [.identifier("campaign"), .integer("position"), .text("body"), .integer("retired_at")]),
    CopiedTable(
      "referrals", key: [.integer("app"), .identifier("id")],
      [
        .identifier("campaign"), .identifier("person"), .identifier("referrer"), .text("state"),
        .text("method"), .text("match"), .text("evidence"), .text("risk"), .identifier("link"),
        .integer("joined_at"), .integer("referred_at"), .integer("returning_at"),
        .integer("updated_at"), .integer("risk_cleared_at"), .identifier("referrer_install"),
        .integer("referrer_claimed_at"),
      ]),
    CopiedTable(
      "conversions", key: [.integer("app"), .identifier("referral"), .integer("step")],
      [.identifier("fact"), .integer("at"), .text("trust")]),
    CopiedTable(
      "referral_counts", key: [.integer("app"), .identifier("campaign"), .identifier("person")],
      [
        .integer("pending"), .integer("unconfirmed"), .integer("confirmed"),
        .integer("updated_at"),
      ]),
  ]

  private static let rewards = [
    CopiedTable(
      "transfers", key: [.integer("app"), .identifier("id")],
      [
        .text("kind"), .text("from_account"), .identifier("from_owner"), .text("to_account"),
        .identifier("to_owner"), .integer("amount"), .text("unit"), .text("state"),
        .integer("due_at"), .identifier("campaign"), .identifier("rule"), .identifier("referral"),
        .identifier("fact"), .identifier("reverses"), .text("reasons"), .text("coupon"),
        .integer("created_at"), .integer("settled_at"), .text("review"),
      ]),
    CopiedTable(
      "balances", key: [.integer("app"), .identifier("person"), .text("unit")],
      [.integer("posted"), .integer("pending")]),
    CopiedTable(
      "cap_uses", key: [.integer("app"), .identifier("rule"), .identifier("person"), .text("day")],
      [.integer("amount")]),
    CopiedTable(
      "cap_shares", key: [.integer("app"), .identifier("rule"), .integer("share")],
      [.integer("bound"), .integer("room")]),
    CopiedTable(
      "refusals", key: [.integer("app"), .identifier("id")],
      [
        .identifier("rule"), .identifier("referral"), .identifier("person"), .identifier("fact"),
        .text("reason"), .integer("at"),
      ]),
    CopiedTable(
      "group_payments", key: [.integer("app"), .text("exclusive_group"), .identifier("fact")],
      [.identifier("campaign")]),
    CopiedTable(
      "coupons", key: [.integer("app"), .text("pool"), .text("code")], [.identifier("transfer")]),
  ]

  private static let postbacks = [
    CopiedTable(
      "postbacks", key: [.integer("app"), .identifier("id")],
      [
        .identifier("digest"), .text("system"), .text("ad_network"), .text("source"),
        .text("day"), .text("verification"), .text("reason"), .integer("won"),
        .integer("sequence_index"), .integer("fine"), .text("coarse"), .text("body"),
        .integer("received_at"),
      ]),
    CopiedTable(
      "postback_schemas", key: [.integer("app"), .integer("number")],
      [.text("body"), .integer("effective_at")]),
    CopiedTable(
      "conversion_values",
      key: [.integer("app"), .identifier("install"), .integer("sequence_index")],
      [.integer("fine"), .text("coarse"), .integer("locked"), .integer("updated_at")]),
    CopiedTable(
      "apple_ads_tokens", key: [.integer("app"), .identifier("install")],
      [
        .text("token"), .integer("received_at"), .integer("due_at"),
        .integer("not_found_count"), .integer("failure_count"), .text("outcome"), .text("record"),
        .integer("settled_at"),
      ]),
  ]

  private static let events = [
    CopiedTable(
      "fact_ids", key: [.integer("app"), .identifier("id")],
      [.integer("at"), .integer("by_client")]),
    CopiedTable(
      "facts", key: [.integer("seq")],
      [
        .integer("app"), .identifier("id"), .text("name"), .identifier("subject"), .integer("at"),
        .integer("received_at"), .text("trust"), .text("consent"), .text("properties"),
      ], .position(at: "received_at")),
    CopiedTable(
      "outcomes", key: [.integer("app"), .identifier("id")],
      [.identifier("fingerprint"), .integer("status"), .text("body")]),
    CopiedTable("reversals", key: [.integer("app"), .identifier("fact")], [.identifier("refund")]),
  ]

  private static let payments = [
    CopiedTable(
      "click_parameters", key: [.integer("app"), .identifier("click")], [.text("parameters")]),
    CopiedTable(
      "payments", key: [.integer("app"), .identifier("id")],
      [
        .identifier("reference"), .identifier("install"), .identifier("payer"), .text("kind"),
        .text("state"), .integer("amount"), .integer("revenue"), .text("currency"),
        .text("trust"), .integer("at"), .integer("received_at"), .integer("removed_at"),
        .text("source"),
      ]),
    CopiedTable(
      "store_transactions", key: [.integer("app"), .identifier("reference")],
      [
        .identifier("original"), .identifier("payment"), .text("transaction_id"),
        .text("product"), .identifier("account"), .text("owner_trust"), .integer("told"),
        .integer("refund_word_at"), .integer("received_at"), .integer("due_at"),
      ]),
    CopiedTable(
      "store_notices", key: [.integer("app"), .identifier("id")],
      [
        .text("body"), .integer("received_at"), .integer("due_at"), .integer("failure_count"),
      ]),
  ]

  private static let webhooks = [
    CopiedTable(
      "webhooks", key: [.integer("app"), .identifier("id")],
      [
        .text("url"), .text("facts"), .text("form"), .text("secret"), .text("old_secret"),
        .integer("old_secret_until"), .text("state"), .text("disabled_reason"),
        .integer("disabled_at"), .integer("failing_since"), .integer("position"),
        .integer("created_at"), .integer("client_position"),
      ]),
    CopiedTable(
      "webhook_outbox", key: [.integer("seq")],
      [
        .integer("app"), .identifier("id"), .text("topic"), .identifier("subject"), .integer("at"),
        .text("body"), .integer("by_client"),
      ], .position(at: "at")),
    CopiedTable(
      "webhook_deliveries", key: [.integer("app"), .identifier("webhook"), .identifier("id")],
      [
        .text("topic"), .identifier("subject"), .text("body"), .text("state"),
        .integer("attempts"), .integer("begun_at"), .integer("due_at"), .identifier("lease"),
        .text("log"), .integer("created_at"), .integer("settled_at"), .integer("by_client"),
      ]),
  ]
}
