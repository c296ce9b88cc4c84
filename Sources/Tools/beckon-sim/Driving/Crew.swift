import BeckonBasics
import Foundation

/// Threads that work side by side; the connections of this program block.
enum Crew {
  /// Runs `work` once in each thread and waits for all.
  /// - Parameter meanwhile: what this thread does as soon as the others have begun.
  /// - Returns: the results, in the order of the threads.
  static func run<Result: Sendable>(
    _ count: Int, meanwhile: () -> Void = {}, _ work: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let gathered = Locked([Int: Result]())
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      let thread = Thread {
        let result = work(index)
        gathered.withLock { $0[index] = result }
        group.leave()
      }
      thread.stackSize = 4 << 20
      thread.start()
    }
    meanwhile()
    group.wait()
    return gathered.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Spreads `items` over so many threads; `work` gets the number of its thread too.
  static func each<Item: Sendable, Result: Sendable>(
    _ items: [Item], threads: Int, _ work: @escaping @Sendable (Int, [Item]) -> Result
  ) -> [Result] {
    run(threads) { index in
      work(index, stride(from: index, to: items.count, by: threads).map { items[$0] })
    }
  }
}
