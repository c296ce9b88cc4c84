import BeckonModel
import BeckonSDK
import BeckonTesting
import TestPrograms
import Testing

/// What `beckon doctor` says of gateways of text messages.
@Suite struct DoctorTextTests {
  /// The verdict of each gateway, in order, and the program's status.
  private static func told(_ gateways: [String]) async throws -> (verdicts: [JSON?], status: Int32)
  {
    let folder = try TemporaryFolder()
    _ = try await AppKeys(folder)
    let doctor = try await BeckonProgram.run(
      "doctor", "--json", "--database", folder.database(), "--listen", "127.0.0.1:1",
      "--sms-gateway", gateways.joined(separator: ","))
    let findings = (doctor.json?.elements ?? []).filter { $0["check"] == "sms-gateway" }
    for finding in findings where finding["verdict"] != "ok" {
      #expect(finding["remedy"]?.string?.isEmpty == false, "\(finding.text)")
    }
    #expect(!doctor.output.contains("secret"), "\(doctor.output)")
    return (findings.map { $0["verdict"] }, doctor.status)
  }

  @Test("Each gateway is asked whether it would take messages")
  func gateways() async throws {
    let status = [
      "/cgi-bin/sendsms": 400, "/sms/3/messages": 401,
      "/2010-04-01/Accounts/AC12/Messages.json": 503,
    ]
    let other = try LoopbackServer { request in
      .answer(TransportResponse(status: status[request.url] ?? 500))
    }
    defer { other.stop() }
    let place = other.url.split(separator: "/").last.map(String.init) ?? ""
    let named = [
      "log:", "kannel+http://beckon:secret@" + place, "infobip+http://secret@" + place,
      "twilio+http://AC12:secret@" + place, "kannel+http://beckon:secret@127.0.0.1:1",
    ]
    let all = try await Self.told(named)
    #expect(all.verdicts == ["ok", "ok", "fail", "warn", "fail"])
    #expect(all.status == 1)
    let well = try await Self.told(Array(named.prefix(2)))
    #expect(well.verdicts == ["ok", "ok"] && well.status == 0)
  }
}
