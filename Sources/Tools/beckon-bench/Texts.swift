import BeckonDatabase
import BeckonModel
import ChildProcess
import Foundation
import TestSMS

/// Text messages through a real Kannel to a phone network that speaks SMPP: how many invitations
/// are accepted, how many of them reach the network beside what a plain generator brings there
/// through the same Kannel, and how many receipts are noted. The network's own list is what
/// counts.
enum Texts {
  /// Connections of the plain generator: with few Kannel brings most to the network, with as many
  /// as the server has it is asked in the same way.
  private static let plainConnections = (few: 2, many: Limits.textsInFlight)
  private static let inviters = 2_000

  static func run(_ scale: Scale) async throws -> JSON {
    let workshop = try await Workshop(on: scale.database)
    defer { workshop.remove() }
    Telling.say("  plain Kannel …")
    let few = try await plain(plainConnections.few, workshop, scale)
    let many = try await plain(plainConnections.many, workshop, scale)
    let plain = max(few, many)
    // As an operator does who knows what the gateway carries: told more than that, Kannel takes
    // more texts and brings fewer of them to the network.
    let perSecond = Int(plain * 0.85)
    let accepted = try accepted(workshop, scale, wanted: (scale.seconds + 2) * perSecond)
    Telling.say("  texts …")
    let network = try await PhoneNetwork(workshop)
    defer { network.stop() }
    let own = try await network.own(seconds: scale.seconds, perSecond: perSecond)
    Telling.say("  receipts …")
    let receipts = try await TextReceipts.measure(workshop, seconds: scale.seconds)
    return .object([
      "invitations_per_second": Telling.rounded(accepted.invitations),
      "invitations_processor_ratio": accepted.processorRatio,
      "receipts_per_second": Telling.rounded(receipts.requestsPerSecond),
      "receipts_processor_ratio": receipts.processorRatio,
      "texts_per_second": Telling.rounded(own.perSecond),
      "plain_per_second": Telling.rounded(plain), "ratio": Telling.rounded(own.perSecond / plain),
      "told_per_second": .integer(perSecond),
      "plain_per_second_few_connections": Telling.rounded(few),
      "plain_per_second_many_connections": Telling.rounded(many),
      "goal_ratio": 0.8, "goal": 1_000, "seconds": .integer(scale.seconds),
      "arrived": .integer(own.arrived), "arrived_twice": .integer(own.twice),
      "sent": .integer(own.sent), "uncertain": .integer(own.uncertain),
      "without_receipt": .integer(own.unjoined), "left": .integer(own.left),
      "failures": .integer(accepted.failures + receipts.failures),
    ])
  }

  private static func plain(
    _ connections: Int, _ workshop: Workshop, _ scale: Scale
  ) async throws -> Double {
    let network = try await PhoneNetwork(workshop)
    defer { network.stop() }
    return try await network.plain(connections: connections, seconds: scale.seconds)
  }

  // MARK: Invitations

  private struct Accepted {
    /// Numbers invited in a second.
    let invitations: Double
    let processorRatio: JSON
    let failures: Int
  }

  /// Invites people while no gateway can be reached, until enough texts wait.
  private static func accepted(
    _ workshop: Workshop, _ scale: Scale, wanted: Int
  ) throws -> Accepted {
    let server = try workshop.serve([
      "--sms-gateway", "kannel+http://a:b@127.0.0.1:1", "--sms-per-second", "1",
    ])
    defer { server.stop() }
    let script = try workshop.write(
      script(key: workshop.secretKey, people: people(workshop, server)), to: "invites.lua")
    Telling.say("  invitations …")
    let first = try Wrk.run(
      server, "/v1/invites", connections: 32, seconds: scale.seconds, script: script)
    var made = Int(first.requests) * LuaInvites.numbersOfCall
    while made < wanted {
      let more = try Wrk.run(
        server.url + "/v1/invites", connections: 32, seconds: scale.seconds, script: script)
      guard more.requests > Double(more.failures) else { break }
      made += Int(more.requests) * LuaInvites.numbersOfCall
    }
    return Accepted(
      invitations: first.requestsPerSecond * Double(LuaInvites.numbersOfCall),
      processorRatio: first.processorRatio, failures: first.failures)
  }

  /// Sets the app up, signs people up who invite, and gives a file of their ids.
  private static func people(_ workshop: Workshop, _ server: ServerProcess) throws -> String {
    guard let connection = LoopConnection(port: server.port) else {
      throw BenchError("the server takes no connection")
    }
    let settings: JSON = [
      "sms": [
        "senders": ["Bench"], "url": "https://shop.example/get", "quiet_hours": false,
        "per_day": 1_000_000, "per_person_day": 1_000_000,
      ]
    ]
    guard
      connection.body("PATCH", "/v1/app", key: workshop.secretKey, settings.text) != nil
    else { throw BenchError("the app's settings were refused") }
    let ids = (0..<inviters).compactMap { number -> String? in
      let body = "{\"user_id\":\"user\(number)\"}"
      let answer = connection.body("POST", "/v1/people", key: workshop.secretKey, body)
      return answer.flatMap { try? JSONReader.read($0)["person"]?.string }
    }
    guard ids.count == inviters else { throw BenchError("nobody signed up") }
    return try workshop.write(ids.joined(separator: "\n"), to: "people.txt")
  }

  private static func script(key: String, people path: String) -> String {
    LuaInvites.numbers + """

      local people = {}
      for line in io.lines("\(path)") do people[#people + 1] = line end
      function request()
        local list = {}
        for i = 1, \(LuaInvites.numbersOfCall) do list[i] = '"' .. number() .. '"' end
        return wrk.format("POST", nil, nil, '{"person":"' .. people[math.random(1, #people)] ..
          '","recipients":[' .. table.concat(list, ",") .. ']}')
      end
      wrk.headers["Authorization"] = "Bearer \(key)"
      wrk.headers["Content-Type"] = "application/json"
      """
  }
}

/// Mobile numbers for wrk, over so many blocks of numbers that none uses its budget up. None ends
/// as those do for which the message center does something special: each is to be delivered.
enum LuaInvites {
  static let numbersOfCall = 10

  /// `number()`, which gives another one each time.
  static let numbers = """
    math.randomseed(os.time())
    local german = {"151", "152", "155", "156", "157", "159"}
    local american = {"202", "206", "212", "213", "214", "303", "305", "312", "404", "408", "415",
      "503", "510", "512", "602", "612", "617", "619", "650", "702", "703", "713", "718", "801",
      "808", "813", "816", "818", "901", "904", "907", "916", "917", "919", "925", "949", "954"}
    local chinese = {"150", "151", "152", "153", "155", "156", "157", "158", "159"}
    for last = 0, 9 do
      table.insert(chinese, "13" .. last)
      table.insert(chinese, "18" .. last)
    end
    local function any(list) return list[math.random(1, #list)] end
    local function digits(count)
      local all = {}
      for i = 1, count do all[i] = math.random(0, 9) end
      return table.concat(all)
    end
    local function last() return string.format("%03d", math.random(0, 899)) end
    function number()
      local kind = math.random(1, 10)
      if kind <= 7 then return "+86" .. any(chinese) .. digits(5) .. last() end
      if kind == 8 then return "+49" .. any(german) .. digits(5) .. last() end
      if kind == 9 then return "+919" .. math.random(6, 9) .. digits(5) .. last() end
      return "+1" .. any(american) .. math.random(2, 9) .. digits(1) .. math.random(2, 9) ..
        digits(1) .. last()
    end
    """
}
