import BeckonBasics
import BeckonContract
import BeckonContractSegmentify
import BeckonHTTP
import BeckonModel

/// `GET /get/key?count=`: new ids of visitors and sessions, for whoever asks. Nothing is stored: a
/// visitor begins with the first event. As many ids come as were asked for, since a client that
/// gets two takes the first for its visitor's (docs/PROTOCOLS/segmentify.md, Ids).
enum GiveSegmentifyIDs {
  static func answer(_ call: OpenCall) async throws -> Reply {
    let given = call.request.query.first { $0.name == Segmentify.countName }?.value ?? ""
    guard let count = Int(given.isEmpty ? "1" : given), (1...Segmentify.idsMax).contains(count)
    else {
      throw Problem(
        Segmentify.Failure(
          .badInput,
          "'\(Segmentify.countName)' must be a number from 1 to \(Segmentify.idsMax)."))
    }
    let ids = (0..<count).map { _ in JSON.string(Segmentify.id(random: call.ambient.random())) }
    var reply = Reply.json(.array(ids))
    reply.headers.append(("Cache-Control", "no-store"))
    reply.headers += CORS.headersForAnyone(call.request)
    return reply
  }
}
