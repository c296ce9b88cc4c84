import BeckonModel

/// How people come: an app is opened for the first time, and somebody signs up in it.
extension FillPhase {
  static let installs = FillPhase(kind: .installs) { app, count, _ in
    (0..<count).map { _ in
      let number = app.number(of: .installs)
      let id = "phone-\(number)"
      let click = app.clicks.isEmpty ? nil : app.clicks.popLast()
      let way = Int.random(in: 0..<100, using: &app.chance)
      var body: [JSON.Member] = [
        JSON.Member("install_id", .string(id)),
        JSON.Member("app_version", .string(app.chance.pick(["2.3", "2.4", "2.4.1"]))),
      ]
      if let click, way < 80 {
        // Half of them name the click; of the others only network and device are known. Who came
        // through a gateway that many use names none.
        let isNamed = way < 50 && click.address.hasPrefix("20.")
        body += device(click.platform.rawValue)
        body.append(
          isNamed
            ? JSON.Member("click_id", .id(click.id)) : JSON.Member("ip", .string(click.address)))
      } else {
        body += device(app.chance.happens(550) ? "ios" : "android")
        body.append(JSON.Member("ip", .string(app.anyAddress())))
      }
      app.installs.append(id)
      return FillCall(path: "/v1/installs", key: app.secretKey, body: .object(body))
    }
  }

  private static func device(_ platform: String) -> [JSON.Member] {
    [
      JSON.Member("platform", .string(platform)),
      JSON.Member("os_version", .string(platform == "ios" ? "18.6" : "15")),
    ]
  }

  static let signUps = FillPhase(
    kind: .signUps,
    calls: { app, count, _ in
      (0..<count).map { _ in
        let user = "user-\(app.number(of: .signUps))"
        var body: [JSON.Member] = [
          JSON.Member("user_id", .string(user)),
          JSON.Member("email", .string(user + "@people.example")),
          JSON.Member("campaign", .string(app.campaigns[0])),
        ]
        if !app.installs.isEmpty {
          body.append(JSON.Member("install_id", .string(app.installs.removeFirst())))
        }
        // A friend's code is typed by some.
        if app.chance.happens(350), let friend = app.anyMember() {
          body.append(JSON.Member("referrer", .string(friend.person)))
        }
        return FillCall(path: "/v1/people", key: app.secretKey, body: .object(body))
      }
    },
    take: { app, answers in
      let first = (app.numbers[.signUps] ?? 0) - answers.count + 1
      for (place, answer) in answers.enumerated() {
        let member = FilledApp.Member(
          person: answer["person"]?.string ?? "", userID: "user-\(first + place)")
        app.members.append(member)
        app.waitingMembers.append(member)
        if let code = answer["referral_code"]?.string { app.newCodes.append(code) }
      }
    })
}
