import BeckonDatabase
import BeckonModel
import BeckonServer
import BeckonStore
import ChildProcess

/// Receipts as Kannel sends them, each of a message that has had none.
enum TextReceipts {
  static func measure(_ workshop: Workshop, seconds: Int) async throws -> Wrk.Result {
    let database = try workshop.open()
    let ids = try await database.read { connection in
      try connection.rows(
        """
        SELECT id FROM messages WHERE channel = 'sms' ORDER BY is_known, id LIMIT 500000
        """, []
      ) { MessageID($0.identifier(0)) }
    }
    await database.close()
    let urls = ReceiptURL(key: workshop.app.pepper)
    let paths = ids.map { urls.path(of: $0, app: workshop.app.id, kind: "kannel") }
    let list = try workshop.write(paths.joined(separator: "\n"), to: "receipts.txt")
    let script = try workshop.write(
      """
      local paths = {}
      for line in io.lines("\(list)") do paths[#paths + 1] = line end
      local counter = 0
      function request()
        counter = counter + 1
        local kind = counter <= #paths and "8" or "1"
        return wrk.format("GET", paths[(counter - 1) % #paths + 1] .. "?type=" .. kind)
      end
      """, to: "receipts.lua")
    let server = try workshop.serve()
    defer { server.stop() }
    return try Wrk.run(server, "/", connections: 64, seconds: seconds, script: script)
  }
}
