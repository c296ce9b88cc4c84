import Foundation

/// nginx that answers every request with a redirect: one worker, no log. The peer of our redirect.
final class Nginx {
  private let process = Process()
  let url: String

  init(in folder: URL, port: Int) throws {
    let configuration = """
      worker_processes 1;
      daemon off;
      pid \(folder.path)/nginx.pid;
      error_log /dev/null;
      events { worker_connections 8192; }
      http {
        access_log off;
        keepalive_requests 1000000000;
        server {
          listen 127.0.0.1:\(port) backlog=4096;
          location / { return 302 https://shop.example/start; }
        }
      }
      """
    let file = folder.appendingPathComponent("nginx.conf")
    try Data(configuration.utf8).write(to: file)
    process.executableURL = URL(fileURLWithPath: "/usr/sbin/nginx")
    process.arguments = ["-c", file.path, "-p", folder.path]
    process.standardError = FileHandle.nullDevice
    url = "http://127.0.0.1:\(port)/x"
    try process.run()
    try waitUntilItAnswers()
  }

  private func waitUntilItAnswers() throws {
    for _ in 0..<200 {
      let answer = try? Wrk.output(
        of: "curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", url])
      if answer == "302" { return }
      usleep(20_000)
    }
    throw BenchError("nginx does not answer at \(url)")
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
