import CBeckonSQLite

/// SQLite's own cache of pages, but for one thing: at a commit it does not look through all its
/// pages for those behind the end of the file when there are none.
///
/// SQLite looks through them whenever a page had a number behind the end. To put pages in order, it
/// gives one of them such a number for a moment (`balance_nonroot`), so that happens at every other
/// commit. With 64 MiB of pages a look costs more than storing a few rows.
struct PageCache {
  /// Which numbers the pages may have.
  private var numbers = PageNumbers()
  private let cache: OpaquePointer

  private init(_ cache: OpaquePointer) { self.cache = cache }

  /// Puts it in the place of SQLite's, once, before SQLite is first used.
  /// - Returns: whether it is there.
  static let isInUse: Bool = {
    guard beckon_sqlite_page_cache(own) == SQLITE_OK else { return false }
    var methods = own.pointee
    methods.xCreate = { pageBytes, extraBytes, isPurgeable in
      PageCache.own.pointee.xCreate(pageBytes, extraBytes, isPurgeable).map { cache in
        let made = UnsafeMutablePointer<PageCache>.allocate(capacity: 1)
        made.initialize(to: PageCache(cache))
        return OpaquePointer(made)
      }
    }
    methods.xCachesize = { PageCache.own.pointee.xCachesize(layer(of: $0).pointee.cache, $1) }
    methods.xPagecount = { PageCache.own.pointee.xPagecount(layer(of: $0).pointee.cache) }
    methods.xFetch = { cache, number, mayCreate in
      if mayCreate != 0 { layer(of: cache).pointee.numbers.add(number) }
      return PageCache.own.pointee.xFetch(layer(of: cache).pointee.cache, number, mayCreate)
    }
    methods.xUnpin = { PageCache.own.pointee.xUnpin(layer(of: $0).pointee.cache, $1, $2) }
    methods.xRekey = { cache, page, number, newNumber in
      layer(of: cache).pointee.numbers.move(number, to: newNumber)
      PageCache.own.pointee.xRekey(layer(of: cache).pointee.cache, page, number, newNumber)
    }
    methods.xTruncate = { cache, end in
      guard layer(of: cache).pointee.numbers.cut(from: end) else { return }
      PageCache.own.pointee.xTruncate(layer(of: cache).pointee.cache, end)
    }
    methods.xDestroy = { cache in
      PageCache.own.pointee.xDestroy(layer(of: cache).pointee.cache)
      layer(of: cache).deallocate()
    }
    methods.xShrink = { PageCache.own.pointee.xShrink(layer(of: $0).pointee.cache) }
    return beckon_sqlite_use_page_cache(&methods) == SQLITE_OK
  }()

  /// SQLite's own. Never changed once it is asked for.
  nonisolated(unsafe) private static let own =
    UnsafeMutablePointer<sqlite3_pcache_methods2>.allocate(capacity: 1)

  /// What SQLite takes for its cache.
  private static func layer(of cache: OpaquePointer?) -> UnsafeMutablePointer<PageCache> {
    UnsafeMutablePointer(cache.unsafelyUnwrapped)
  }
}

/// The numbers that the pages of a cache may have: none is above the largest.
struct PageNumbers {
  private var largest: UInt32 = 0
  /// The number that a page has for a moment; 0 when none has.
  private var passing: UInt32 = 0

  /// A page of this number may come in.
  mutating func add(_ number: UInt32) {
    if number > largest { largest = number }
  }

  /// A page has another number now.
  mutating func move(_ number: UInt32, to newNumber: UInt32) {
    if number == passing { passing = 0 }
    guard newNumber > largest else { return }
    largest = max(largest, passing)
    passing = newNumber
  }

  /// The pages from this number on have to go.
  /// - Returns: whether there may be any.
  mutating func cut(from end: UInt32) -> Bool {
    guard end <= max(largest, passing) else { return false }
    (largest, passing) = (end > 0 ? end - 1 : 0, 0)
    return true
  }
}
