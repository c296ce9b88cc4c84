import BeckonEngine
import BeckonModel

extension FuzzTarget {
  /// Paths of records and values that are written there: a path on the first line, the value behind
  /// it.
  static let records = FuzzTarget(
    "records",
    seeds: [
      "level\n5", "a/b\n{\"c\":{\"d\":null},\"e\":[]}", "\n{\"a\":1,\"inventory\":{\"gold\":5}}",
      "list/0/x\n{\".sv\":\"timestamp\"}", "n\n{\".sv\":{\"increment\":9223372036854775807}}",
      "inventory/gold\n1000000", "a//b\n1", "a.b\n1", "a#$[]\n1", "/\n1", "\u{301}/\u{E9}\ntrue",
      "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t\n{\"u\":1}", "n\n{\".sv\":{\"increment\":1e400}}",
      String(repeating: "k", count: 128) + "\n[[[[[1]]]]]", "\n{\"a/b\":1,\"a\":2}",
    ]
  ) { bytes, complaints in
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard let path = try? RecordPath(Array(line).text, in: "path") else { return }
    complaints.expect(
      TextKey(path.text) == TextKey(Array(line).text), "a path is written otherwise")
    complaints.expect(path.keys.count <= RecordPath.depthMax, "a path that is too deep")
    complaints.expect(
      path.keys.allSatisfy { RecordPath.keyBytes.contains($0.utf8.count) },
      "a key of another length")
    guard let value = try? JSONReader.read(Array(bytes.dropFirst(line.count + 1))) else { return }
    let edit = RecordEdit(of: record, AppSettings(), at: Instant(milliseconds: 1))
    let replace = edit.replacing
    if let change = try? replace(path, value) { check(change, &complaints) }
    if let members = value.members, let change = try? edit.updating(path, by: members) {
      check(change, &complaints)
    }
  }

  private static let record: JSON = [
    "level": 4, "list": [1, ["x": 2]], "a": ["b": ["c": 3], "text": "x"], "n": 9,
    "inventory": ["gold": 5],
  ]

  /// What is written is read again as what was written, and the balance stays as it is.
  private static func check(_ change: RecordChange, _ complaints: inout Complaints) {
    let changed = change.applied(to: record)
    complaints.expect(
      changed.value(at: ["inventory"]) == record["inventory"], "the balance was written")
    let kept = RecordChange(properties: change.properties)
    complaints.expect(
      kept.applied(to: record) == changed, "a change that is kept means something else")
    complaints.expect(depth(of: changed) <= RecordPath.depthMax + 1, "a record that is too deep")
  }

  private static func depth(of value: JSON) -> Int {
    let below = value.members?.map(\.value) ?? value.elements ?? []
    return below.isEmpty ? 0 : 1 + (below.map(depth).max() ?? 0)
  }
}
