import BeckonModel
import ChildProcess
import Foundation
import TestPrograms
import Testing

@Suite struct WebKeyTests {
  /// Seals with WebCrypto, as a browser does, and sends; writes the answer's status and body.
  private static let page = """
    const { subtle } = require("node:crypto").webcrypto
    const [url, keyID, publicKey, body] = process.argv.slice(1)
    const curve = { name: "ECDH", namedCurve: "P-256" }
    const text = bytes => Buffer.from(bytes).toString("base64url")
    const utf8 = text => new TextEncoder().encode(text)
    async function run() {
      const server = await subtle.importKey("raw", Buffer.from(publicKey, "base64url"), curve, false, [])
      const mine = await subtle.generateKey(curve, true, ["deriveBits"])
      const secret = await subtle.deriveBits({ name: "ECDH", public: server }, mine.privateKey, 256)
      const derivation = {
        name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0),
        info: utf8("linkrunner-web-collect-v1:" + keyID),
      }
      const material = await subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"])
      const key = await subtle.deriveKey(
        derivation, material, { name: "AES-GCM", length: 256 }, false, ["encrypt"])
      const iv = require("node:crypto").randomBytes(12)
      const sealed = await subtle.encrypt({ name: "AES-GCM", iv }, key, utf8(body))
      const answer = await fetch(url, {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          lrv: 1, kid: keyID, epk: text(await subtle.exportKey("raw", mine.publicKey)),
          iv: text(iv), ct: text(sealed),
        }),
      })
      console.log(answer.status + " " + await answer.text())
    }
    run().catch(error => { console.log("0 " + error); process.exitCode = 1 })
    """

  /// What the server answered a page that runs in the program `node`. A machine without it fails
  /// the test: bootstrap installs it.
  private func send(_ server: RunningServer, _ key: JSON, _ token: String, _ id: String) throws
    -> String
  {
    let body: JSON = [
      "token": .string(token), "event_id": .string(id), "event_type": "custom",
      "event_name": "prö", "user_id": "ana", "event_data": "{\"plan\":\"gold\"}",
    ]
    let program = try ChildProcess(
      "/usr/bin/env",
      [
        "node", "-e", Self.page, server.url + "/web/ingest", key["key_id"]?.string ?? "",
        key["public_key"]?.string ?? "", body.text,
      ], output: .pipe)
    return String(
      decoding: program.output?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
  }

  @Test("Keys are made, listed and removed; what WebCrypto seals to them arrives until then")
  func story() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    let old = try #require(try await command(folder, "create", keys.app).json)
    let new = try #require(try await command(folder, "create", keys.app).json)
    let listed = try await command(folder, "list", keys.app)
    #expect(listed.json?.elements == [old, new])
    for (key, id) in [(old, "e-1"), (new, "e-2"), (new, "e-2")] {
      #expect(try send(server, key, keys.publishable, id).hasPrefix("200 "))
    }
    let id = try #require(old["key_id"]?.string)
    #expect(try await command(folder, "remove", keys.app, ["--key", id]).status == 0)
    let clock = ContinuousClock()
    let removed = clock.now
    var answer = ""
    repeat {
      answer = try send(server, old, keys.publishable, "e-1")
    } while answer.hasPrefix("200 ") && clock.now - removed < .seconds(60)
    #expect(answer.hasPrefix("400 ") && answer.contains("web-keys"), "\(answer)")
    #expect(try send(server, new, keys.publishable, "e-3").hasPrefix("200 "))
    let person = try await server.ask("POST", "/v1/people", key: keys.secret, ["user_id": "ana"])
    let path = "/v1/people/\(person.json["person"]?.string ?? "")/export"
    let facts = try await server.get(path, key: keys.secret).json["facts"]?.elements
    #expect(facts?.count { $0["name"] == "prö" } == 3)
    #expect(await server.stop() == 0)
  }

  @Test("A wrong command line says what to do")
  func refusals() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    for word in ["k1", "key_01m7xxyzzzet29mkm8y17dn102"] {
      #expect(try await command(folder, "remove", keys.app, ["--key", word]).status == 64)
    }
    let unknown = ["--key", "wbk_01m7xxyzzzet29mkm8y17dn102"]
    let missing = try await command(folder, "remove", keys.app, unknown)
    #expect(missing.status == 1)
    #expect(missing.errors.contains("web-keys list"))
    let stranger = try await command(folder, "create", "app_01m7xxyzzzet29mkm8y17dn102")
    #expect(stranger.status == 1)
    #expect(stranger.errors.contains("no such app"))
  }

  private func command(
    _ folder: TemporaryFolder, _ verb: String, _ app: String, _ more: [String] = []
  ) async throws -> BeckonProgram.Finished {
    try await BeckonProgram.run(
      all: ["app", "web-keys", verb, "--app", app, "--json", "--database", folder.database()]
        + more)
  }
}
