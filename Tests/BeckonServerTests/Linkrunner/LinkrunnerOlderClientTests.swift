import BeckonModel
import Testing

@testable import BeckonServer

/// The bodies of clients for React Native up to 1.1.2, Flutter 0.7.9 and Android of May 2025.
@Suite struct LinkrunnerOlderClientTests {
  /// What the client for React Native says of an Android phone that hides its advertising id.
  private static let reactNative: JSON = [
    "android_id": "a1b2c3", "api_level": 34, "application_name": "Pirates", "base_os": "",
    "build_id": "UP1A", "brand": "samsung", "build_number": "34", "bundle_id": "com.example.app",
    "carrier": ["o2"], "device": "dm3q", "device_id": "qcom",
    "device_display": "UP1A.231005.007.S918", "device_type": "Handset",
    "device_name": "Ana's S23", "device_token": "unknown", "device_ip": "192.168.1.5",
    "install_ref": "", "manufacturer": "samsung", "system_version": "14", "version": "2.3",
    "connectivity": "wifi",
    "user_agent": "Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A; wv)", "gaid": .null,
    "idfa": .null, "idfv": .null,
  ]
  /// What the client for Flutter says of the same: its own version in place of the app's.
  private static let flutter: JSON = [
    "application_name": "Pirates", "build_number": "34", "bundle_id": "com.example.app",
    "connectivity": "Wi-Fi", "version": "0.7.9", "android_id": "UP1A", "api_level": 34,
    "base_os": "", "build_id": "UP1A", "brand": "samsung", "device_id": "UP1A",
    "device_type": "user", "device_name": "SM-S918B", "manufacturer": "samsung",
    "install_ref_url": "utm_source=google-play&utm_medium=organic",
  ]

  private static func seen(_ data: JSON, _ platform: String?) -> DeviceDescription {
    DeviceDescription(linkrunner: data, platform: platform)
  }

  @Test(
    "A platform that two systems share is told by what only one of them has",
    arguments: [
      (["api_level": 34], "REACT_NATIVE", .android), (["api_level": -1], "REACT_NATIVE", .other),
      (["android_id": "a1"], "FLUTTER", .android),
      (["android_id": "unknown", "idfv": "6D92"], "REACT_NATIVE", .ios),
      (["install_ref_url": "utm_source=x"], "FLUTTER", .android),
      (["install_ref": "unknown", "idfa": "EA75"], "REACT_NATIVE", .ios),
      (["user_agent": "Mozilla/5.0 (Linux; Android 14; SM-S918B)"], "REACT_NATIVE", .android),
      (["user_agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)"], nil, .ios),
      (["system_name": "iOS", "device_model": "iPhone"], "FLUTTER", .ios),
      (["brand": "Apple"], nil, .ios), (["api_level": 34], "IOS", .ios),
      (["idfv": "6D92"], "ANDROID", .android), ([:], nil, .other), ([:], "IOS", .ios),
    ] as [(JSON, String?, Platform)])
  func platform(_ data: JSON, _ word: String?, _ expected: Platform) {
    #expect(Self.seen(data, word).platform == expected)
  }

  @Test("The model is the one that browsers say, and the version the app's own")
  func model() {
    let native = Self.seen(Self.reactNative, "REACT_NATIVE")
    #expect(native.deviceModel == "SM-S918B" && native.osVersion == "14")
    #expect(native.appVersion == "2.3")
    let flutter = Self.seen(Self.flutter, "FLUTTER")
    #expect(flutter.deviceModel == "SM-S918B" && flutter.appVersion == nil)
    let phone: JSON = [
      "device_name": "Ana's iPhone", "device_model": "iPhone", "system_version": "17.5",
      "system_name": "iOS",
    ]
    #expect(Self.seen(phone, "FLUTTER").deviceModel == "iPhone")
  }

  @Test("A hybrid app on Android finds the click of the phone's browser", arguments: [true, false])
  func match(isFlutter: Bool) async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(["url": "https://shop.example/", "code": "SPRING"])
      let phone = LinkrunnerPhone(app: server.app)
      let agent =
        "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) "
        + "SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36"
      let visit = try await server.app.call(
        "GET", "/SPRING", as: .none,
        headers: [
          ("X-Forwarded-For", phone.address), ("User-Agent", agent), ("Accept", "text/html"),
        ])
      #expect([200, 302].contains(visit.status))
      let body: JSON = [
        "platform": isFlutter ? "FLUTTER" : "REACT_NATIVE",
        "device_data": isFlutter ? Self.flutter : Self.reactNative,
      ]
      #expect(try await phone.send("init", body).status == 200)
      let found = try await phone.send("attribution-data", body)
      #expect(found.string("data.campaign_data.id") == "SPRING", "\(found.text)")
      let platform = try await server.number(
        "SELECT COUNT(*) FROM installs WHERE device LIKE '%\"platform\":\"android\"%'")
      #expect(platform == 1)
    }
  }

  @Test("Hybrid clients get the answers that they take for a success, others the guide's")
  func answers() async throws {
    try await TestServer.run { server in
      for word in ["REACT_NATIVE", "FLUTTER"] {
        let phone = LinkrunnerPhone(app: server.app)
        let platform = JSON.Member("platform", .string(word))
        let start = try await phone.send("init", .object([platform]))
        #expect(start.status == 200 && start.json["status"] == 200, "\(start.text)")
        #expect(start.json["success"] == true && start.string("processing_id") != nil)
        // The client for Flutter reads this object from any `data`, and fails without.
        #expect(start.json["data"]?["ip_location_data"] == [:])
        let signUp = JSON.Member("user_data", ["id": .string(word)])
        let trigger = try await phone.send("trigger", .object([platform, signUp]))
        #expect(trigger.status == 200 && trigger.json["status"] == 200)
        #expect(trigger.json["data"]?["ip_location_data"] == [:])
      }
      let native = try await LinkrunnerPhone(app: server.app).send("init")
      #expect(native.status == 202 && native.json["status"] == "accepted")
    }
  }

  @Test("Older calls stand where the clients look for them, and at the root")
  func paths() async throws {
    try await TestServer.run { server in
      let token = JSON.Member("token", .string(server.app.publishable))
      let install = JSON.Member("install_instance_id", "old-1")
      for prefix in ["/api/client", ""] {
        for (path, more) in [
          ("/deeplink-triggered", JSON.Member("device_data", Self.flutter)),
          ("/updatePushToken", JSON.Member("push_token", "fcm")),
          ("/log", JSON.Member("message", "crash")),
        ] {
          let answer = try await server.app.post(
            prefix + path, .object([token, install, more]), as: .none)
          #expect(answer.status == 200 && answer.json["status"] == 200, "\(prefix + path)")
        }
        let profile = try await server.app.get(
          "\(prefix)/getProfile?token=\(server.app.publishable)", as: .none)
        #expect(profile.status == 200 && profile.string("data.name") != nil)
      }
    }
  }
}
