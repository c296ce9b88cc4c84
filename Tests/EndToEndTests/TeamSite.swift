import BeckonModel
import ChildProcess
import Foundation
import TestPrograms
import Testing

/// A team's own server, by https under any name: it shows pages from a folder, and when somebody
/// signs up by the form, it tells Beckon so, as a team's server does.
struct TeamSite {
  /// Where it is on this machine.
  let address: String
  private let process: ChildProcess
  private let pages: String

  /// - Parameters:
  ///   - server: the Beckon that it tells.
  ///   - key: its secret key.
  init(_ folder: TemporaryFolder, tells server: RunningServer, key: String) async throws {
    pages = folder.file("site")
    try FileManager.default.createDirectory(atPath: pages, withIntermediateDirectories: true)
    let (certificate, secret) = (folder.file("site.pem"), folder.file("site.key"))
    let made = try ChildProcess(
      "/usr/bin/env",
      [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-nodes", "-subj", "/CN=site", "-days", "2", "-keyout", secret, "-out", certificate,
      ], errors: .file(folder.file("site-openssl")))
    try #require(await made.ending() == 0)
    process = try ChildProcess(
      "/usr/bin/env",
      ["python3", "-u", "-c", Self.program, pages, certificate, secret, server.url, key],
      output: .pipe, errors: .file(folder.file("site-log")))
    let port = process.outputLine(withinSeconds: 30).trimmingCharacters(in: .whitespaces)
    try #require(Int(port) != nil, "\(port)")
    address = "127.0.0.1:\(port)"
  }

  /// Puts a page there.
  func write(_ name: String, _ text: String) throws {
    try ("<!doctype html><html lang=en><meta charset=utf-8><title>Team</title>" + text)
      .write(toFile: pages + "/" + name, atomically: true, encoding: .utf8)
  }

  /// Ends it.
  func stop() { process.signal(SIGKILL) }

  private static let program = """
    import http.server, json, ssl, sys, urllib.parse, urllib.request
    pages, certificate, secret, beckon, key = sys.argv[1:]
    class Site(http.server.SimpleHTTPRequestHandler):
        # Names without an ending are pages, as the stores' are.
        extensions_map = {"": "text/html", ".html": "text/html", ".svg": "image/svg+xml"}
        def __init__(self, *given): super().__init__(*given, directory=pages)
        def end_headers(self):
            self.send_header("Content-Security-Policy",
                "default-src 'none'; script-src " + beckon + "; style-src 'unsafe-inline'"
                + ("; connect-src " + beckon if "visits" in self.path else ""))
            super().end_headers()
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = dict(urllib.parse.parse_qsl(body))
            asked = urllib.request.Request(beckon + "/v1/people", json.dumps(form).encode(),
                {"Authorization": "Bearer " + key, "Content-Type": "application/json"})
            answer = urllib.request.urlopen(asked).read()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(answer)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, secret)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_port)
    server.serve_forever()
    """
}
