import BeckonModel

extension FuzzTarget {
  /// JSON: what is read is written so that it is read as the same.
  static let json = FuzzTarget(
    "json",
    seeds: [
      #" {"a":[1.5e-3,true,false,null,"é\u00e9\ud83d\ude00\n"],"b":{"c":{}}} "#,
      #"{"a":1,"\u0061":2}"#, #"["\u0000"]"#, #""\ud800""#, "-0", "1e5", "01", "[[[[[[]]]]]]",
      "{\"e\u{301}\":1,\"\u{E9}\":2}", "[\"\u{301}\u{316}\"]", "\u{FEFF}1",
    ]
  ) { bytes, complaints in
    guard let json = try? JSONReader.read(bytes) else { return }
    let written = json.bytes
    let again = try? JSONReader.read(written)
    complaints.expect(again == json, "it is read as something else once it was written")
    complaints.expect(again?.bytes == written, "it is written in another way the second time")
    // A control character of one byte was an escape of at least two.
    complaints.expect(written.count <= bytes.count * 3, "it is longer once it was written")
    complaints.expect(depth(json) <= JSONReader.depthMax, "it is nested too deep")
    complaints.expect(namesAreUnique(json), "a name stands twice")
    complaints.expect(json.hashValue == again?.hashValue, "equal values hash to another")
  }

  private static func depth(_ json: JSON) -> Int {
    switch json {
    case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
    case .object(let members): 1 + (members.map { depth($0.value) }.max() ?? 0)
    default: 0
    }
  }

  private static func namesAreUnique(_ json: JSON) -> Bool {
    switch json {
    case .array(let elements): elements.allSatisfy(namesAreUnique)
    case .object(let members):
      Set(texts: members.map(\.name)).count == members.count
        && members.allSatisfy { namesAreUnique($0.value) }
    default: true
    }
  }
}
