import BeckonSDK
import Foundation

/// Holds the client that all faces of the app share. A server that was configured anew gets a new
/// client, after the old one has let go; what waits goes to the new server. One that the app itself
/// has asked for stays as it is.
actor OpenedClient {
  private struct Opened {
    let url: URL
    let directory: URL?
    let client: BeckonClient
  }

  private var last: Task<Result<Opened, BeckonError>, Never>?
  private var isClosed = false

  func client(
    _ face: VendorFace, url: URL, key: String, options: BeckonOptions, earlierDirectory: URL?
  ) async throws(BeckonError) -> BeckonClient {
    // A call that was on its way when the session ended would take the directory from the next.
    guard !isClosed else { throw .closed }
    let previous = last
    let task = Task { () -> Result<Opened, BeckonError> in
      var earlier = [earlierDirectory]
      if case .success(let opened) = await previous?.value, !opened.client.isClosed {
        if opened.url == url && opened.directory == options.directory { return .success(opened) }
        if !opened.client.isShared {
          await opened.client.close()
          if opened.directory != options.directory { earlier.append(opened.directory) }
        }
      }
      do throws(BeckonError) {
        let client = try Beckon.configure(face: face, url: url, key: key, options: options)
        // What cannot be read now waits there for the next start.
        for directory in earlier.compactMap(\.self) { try? client.takeOver(queueIn: directory) }
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
    if case .success(let opened) = await previous?.value, !opened.client.isShared {
      await opened.client.close()
    }
  }
}
