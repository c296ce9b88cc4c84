import BeckonEngine
import BeckonModel
import BeckonStore

extension ReminderSurroundings {
  /// What this server knows.
  /// - Parameter publicURL: the URL under which people reach the server.
  init(publicURL: String) {
    self.init(
      shortURL: { $0.shortURL(publicURL: publicURL) },
      country: { (try? PhoneReader.read($0, region: ""))?.region },
      offsets: { CountryZones.system.offsets(in: $0, at: $1) })
  }
}
