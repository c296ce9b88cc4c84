import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonSDK

@Suite struct ConfigurationTests {
  @Test(arguments: ["ftp://example.com", "example.com", "https://"])
  func aURLThatIsNoServerIsRefused(text: String) throws {
    let url = try #require(URL(string: text))
    expectRefusal { () throws(BeckonError) in try Beckon.configure(url: url, key: "pk_1") }
  }

  @Test(arguments: ["", "pk_ 1", "pk_\u{E9}", "sk_1"])
  func aKeyThatIsNoneOrASecretIsRefused(key: String) throws {
    let url = try #require(URL(string: "https://example.com"))
    expectRefusal { () throws(BeckonError) in try Beckon.configure(url: url, key: key) }
  }

  @Test func infoPlistNamesServerAndKey() throws {
    let app = TestApp()
    let information = ["BeckonURL": "https://example.com/", "BeckonKey": "pk_1"]
    let client = try Beckon.configure(
      information: information, options: BeckonOptions(directory: app.directory))
    #expect(client.connection.base == "https://example.com")
    expectRefusal { () throws(BeckonError) in
      try Beckon.configure(information: [:], options: BeckonOptions())
    }
  }

  private func expectRefusal(_ configure: () throws(BeckonError) -> BeckonClient) {
    do throws(BeckonError) {
      _ = try configure()
      Issue.record("it was taken")
    } catch {
      guard case .invalidConfiguration = error else {
        Issue.record("\(error)")
        return
      }
    }
  }
}
