import BeckonEngine
import BeckonModel
import Testing

/// Files of other servers, as Apple's and Google's documents show them.
@Suite struct AssociationReadingTests {
  @Test(
    "Apple's present form, and the one from before iOS 13",
    arguments: [
      """
      {"applinks": {"defaults": {"caseSensitive": true, "percentEncoded": true},
        "substitutionVariables": {},
        "details": [{"appIDs": ["ABCDE12345.com.example.app"],
          "components": [{"#": "no_universal_links", "exclude": true, "comment": "none"},
            {"/": "/buy/*"}, {"/": "/help/*", "?": {"articleNumber": "????"}}]}]},
       "webcredentials": {"apps": ["ABCDE12345.com.example.other"]},
       "appclips": {"apps": ["ABCDE12345.com.example.app.Clip"]}}
      """,
      """
      {"applinks": {"apps": [], "details": [
        {"appID": "ABCDE12345.com.example.app", "paths": ["NOT /_/*", "/*"]}]}}
      """,
    ])
  func apple(file: String) throws {
    #expect(Associations.appIDs(in: try JSONReader.read(file)) == ["ABCDE12345.com.example.app"])
  }

  @Test("Google's form: only apps, only those that may open links, with all their certificates")
  func google() throws {
    let file = """
      [{"relation": ["delegate_permission/common.handle_all_urls"],
        "target": {"namespace": "android_app", "package_name": "com.example.app",
          "sha256_cert_fingerprints": ["AA:BB", "CC:DD"]}},
       {"relation": ["delegate_permission/common.handle_all_urls"],
        "target": {"namespace": "web", "site": "https://www.example.com"}},
       {"relation": ["delegate_permission/common.get_login_creds"],
        "target": {"namespace": "android_app", "package_name": "com.example.logins",
          "sha256_cert_fingerprints": ["EE:FF"]}}]
      """
    let packages = Associations.packages(in: try JSONReader.read(file))
    #expect(packages == ["com.example.app": ["AA:BB", "CC:DD"]])
  }
}
