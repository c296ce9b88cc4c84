import BeckonSDK
import Foundation

/// Holds the one client, because a directory serves one at a time. A server that was configured
/// anew gets a new client, after the old one has let go; what waits goes to the new server.
actor OpenedClient {
  private struct Opened {
    let url: URL
    let directory: URL?
    let client: BeckonClient
  }

  private var last: Task<Result<Opened, BeckonError>, Never>?
  private var isClosed = false

  func client(
    url: URL, key: String, options: BeckonOptions
  ) async throws(BeckonError) -> BeckonClient {
    // A call that was on its way when the session ended would take the directory from the next.
    guard !isClosed else { throw .closed }
    let previous = last
    let task = Task { () -> Result<Opened, BeckonError> in
      if case .success(let opened) = await previous?.value {
        if opened.url == url && opened.directory == options.directory { return .success(opened) }
        await opened.client.close()
      }
      do throws(BeckonError) {
        let client = try Beckon.configure(url: url, key: key, options: options)
        return .success(Opened(url: url, directory: options.directory, client: client))
      } catch {
        return .failure(error)
      }
    }
    last = task
    return try await task.value.get().client
  }

  func close() async {
    isClosed = true
    let previous = last
    last = nil
    if case .success(let opened) = await previous?.value { await opened.client.close() }
  }
}
