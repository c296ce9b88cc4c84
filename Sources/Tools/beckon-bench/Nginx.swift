import ChildProcess
import Foundation

/// nginx that answers every request alike: one worker, no log. The peer of our redirect, and where
/// a plain generator's receipts go.
final class Nginx {
  /// Fixed, because nginx cannot pick one and tell it.
  private static let port = 18_302

  let url = "http://127.0.0.1:\(port)/x"
  private let process: ChildProcess
  private let log: String
  private let status: String

  /// - Parameter answer: as its `return` has it.
  init(in workshop: Workshop, answer: String = "302 https://shop.example/start") throws {
    status = String(answer.prefix(3))
    log = workshop.file("nginx.log")
    let configuration = try workshop.write(
      """
      worker_processes 1;
      daemon off;
      pid \(workshop.file("nginx.pid"));
      error_log stderr;
      events { worker_connections 8192; }
      http {
        access_log off;
        keepalive_requests 1000000000;
        server {
          listen 127.0.0.1:\(Self.port) backlog=4096;
          location / { return \(answer); }
        }
      }
      """, to: "nginx.conf")
    process = try ChildProcess(
      "/usr/bin/env", ["nginx", "-c", configuration, "-p", workshop.folder.path],
      errors: .file(log))
    try waitUntilItAnswers()
  }

  private func waitUntilItAnswers() throws {
    for _ in 0..<500 where process.isRunning {
      let answer = try? Command.output(
        of: "curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", url])
      if answer == status { return }
      usleep(20_000)
    }
    let words = FileManager.default.contents(atPath: log) ?? Data()
    throw BenchError("nginx did not start: " + String(decoding: words.suffix(500), as: UTF8.self))
  }

  func stop() {
    process.signal(SIGTERM)
    process.waitUntilExit()
  }
}
