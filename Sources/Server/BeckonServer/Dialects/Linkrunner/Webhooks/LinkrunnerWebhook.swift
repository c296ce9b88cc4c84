import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel
import BeckonStore

extension WebhookForm {
  /// As Linkrunner sends them: its fields, and the secret in a header. It knows nothing but
  /// installs and sign-ups.
  static let linkrunner = WebhookForm(
    name: Vendor.linkrunner.name, topics: [.install, .signUp],
    // Its documentation names three retries, after 1, 2 and 4 seconds; then as ours.
    retries: RetrySchedule(webhookSeconds: [1, 2, 4, 30, 120, 600, 3_600, 21_600]),
    body: { try LinkrunnerBody($1).make($0) },
    headers: { [("linkrunner-key", $0.secrets.current)] })
}
