/// Folders of one target that name each other's types, so that none can be read without the others.
struct KnownCircle {
  /// The folder that they stand in.
  let place: String
  /// The folders, from there; an empty text is the place itself.
  let folders: [String]
  /// Why the circle is there, and what would open it.
  let reason: String

  fileprivate var paths: Set<String> {
    Set(folders.map { $0.isEmpty ? place : "\(place)/\($0)" })
  }
}

/// Circles between the folders of each target that are not known, and folders that are said to be
/// in one and are in none: the list may only shrink.
func circleFindings(
  _ files: [SourceFile], _ manifest: Manifest, known: [KnownCircle]
) -> [Finding] {
  let byTarget = Dictionary(grouping: files) { manifest.target(of: $0.path)?.folder ?? "" }
  let maps = byTarget.filter { $0.key.hasPrefix("Sources/") }.values.map(FolderMap.init)
  let new = maps.flatMap { map in
    map.circles.filter { circle in !known.contains { $0.paths.isSuperset(of: circle) } }
      .flatMap { circleFindings($0, map) }
  }
  let standing = Set(maps.flatMap { $0.circles.joined() })
  let opened = known.flatMap { circle in
    circle.paths.subtracting(standing).map { path in
      Finding(path: path, line: 1, reason: "is in no circle any more: strike it from the list")
    }
  }
  return (new + opened).sorted { $0.path < $1.path }
}

private func circleFindings(_ circle: [String], _ map: FolderMap) -> [Finding] {
  circle.map { folder in
    let named = map.arrows[folder, default: [:]].filter { circle.contains($0.key) }
      .sorted { $0.key < $1.key }
      .map { "\($0.value.sorted().prefix(4).joined(separator: ", ")) of \($0.key)" }
    return Finding(
      path: folder, line: 1,
      reason: "is in a circle of folders: it names \(named.joined(separator: "; "))")
  }
}
