import Foundation

/// Text that strangers send is compared and hashed by its bytes (`TextComparison.swift` says why).
/// Whether Swift's own comparison is reached cannot be read from the source, so the compiler's
/// object files are looked into for the names of the operations.
enum TextOperations {
  /// Folders of the targets that see text from outside.
  static let folders = [
    "Sources/Shared", "Sources/Server",
  ]

  /// What costs the square of the length, by its name in an object file.
  static let banned = [
    "SS2eeoiySbSS_SStFZ": "== of two texts: import BeckonModel",
    "SS1loiySbSS_SStFZ": "< of two texts: import BeckonModel",
    "SSSHsWP": "a text is hashed: use TextKey",
    "SSSQsWP": "texts are compared by a generic function: compare the bytes",
    "SSSLsWP": "texts are put in order by a generic function: import BeckonModel, or use TextKey",
    "SS9hasPrefixySbSSF": "hasPrefix: import BeckonModel",
    "SS9hasSuffixySbSSF": "hasSuffix: import BeckonModel",
    "SJ2eeoiySbSJ_SJtFZ": "a Character is compared: look among the bytes (TextPieces.swift)",
    "SJSQsWP": "Characters are looked for: look among the bytes (TextPieces.swift)",
    "SJSHsWP": "a Character is hashed: use bytes",
    "Sy17_StringProcessingE8containsySbSSF": "contains of a text: use has(text:)",
  ]

  /// An enumeration of texts brings this with it, and the hash above, whoever uses it.
  static let ofEnumerations = "s21_findStringSwitchCase"

  /// Files that may, because no stranger's text gets there.
  static let excused = [
    "BeckonModel/Accounts/AppSettings.swift": "secrets that the app's owner has set",
    "Vendors/Linkrunner/LinkrunnerCampaign.swift": "what an app reads of its own server",
    "BeckonDatabase/Copying/Copier.swift": "names of tables",
    "BeckonDatabase/Copying/CopyError.swift": "names of tables",
    "BeckonDatabase/Copying/UnfinishedCopy.swift": "names of tables",
    "BeckonDatabase/Values/DatabaseError.swift": "compared by tests only",
    "BeckonDatabase/Statements/SQLTranslation.swift": "our own SQL",
    "BeckonHTTP/Settings/HTTPServerError.swift": "compared by tests only",
    "BeckonHTTP/Connections/Occupancy.swift": "addresses as the system writes them",
    "BeckonSQLite/Door/SQLiteConnection.swift": "our own SQL",
    "BeckonSQLite/Door/SQLiteFile.swift": "the operator's path",
    "BeckonSQLite/Door/SQLiteStatement.swift": "our own SQL",
    "BeckonPostgres/Door/PostgresAddress.swift": "the operator's URL",
    "BeckonPostgres/Door/PostgresFault.swift": "codes and messages of PostgreSQL",
    "BeckonPostgres/Door/PostgresRoutines.swift": "our own SQL",
    "BeckonPostgres/Door/PostgresServer.swift": "messages of PostgreSQL",
    "BeckonPostgres/Door/PostgresStatement.swift": "our own SQL",
    "BeckonPostgres/Door/PostgresWords.swift": "our own SQL",
    "BeckonPostgres/Threads/PostgresConnection+Transactions.swift":
      "states of PostgreSQL",
  ]

  /// Whether a file is among those.
  static func isExcused(_ path: String) -> Bool {
    excused.keys.contains { path.hasSuffix("/" + $0) }
  }
}

/// Reasons to look closer at the file that was compiled to `object`.
func textOperationReasons(object: Data) -> [String] {
  func holds(_ name: String) -> Bool {
    // The table of names ends each with a zero. Apple's linker puts an underscore in front.
    object.range(of: Data(("$s" + name + "\0").utf8)) != nil
  }
  let hasEnumeration = object.range(of: Data(TextOperations.ofEnumerations.utf8)) != nil
  return TextOperations.banned.filter { name, _ in
    holds(name) && !(hasEnumeration && name == "SSSHsWP")
  }
  .map(\.value).sorted()
}

/// Uses that the object files cannot tell from harmless ones.
func textSourceFindings(_ file: SourceFile, _ enumerations: RawEnumerations) -> [Finding] {
  guard TextOperations.folders.contains(where: { file.isIn($0) }),
    !TextOperations.isExcused(file.path)
  else { return [] }
  let keyed = ["[String:", "Set<String>", "Dictionary<String"].flatMap(file.positions)
    .map { file.finding(file.code[$0].line, "a text is a key: use TextKey") }
  // `init(word:)` itself compares the bytes afterwards.
  let isItsHome = file.path.hasSuffix("/TextPieces.swift")
  let spelled = (isItsHome ? [] : file.positions(of: "_(rawValue:"))
    .filter { !enumerations.ofNumbers.contains(file.code[$0].text) }
  // `map(Kind.init)` is the same.
  let passed = file.positions(of: "_.init)").filter {
    enumerations.ofTexts.contains(file.code[$0].text)
  }
  let cases = (spelled + passed)
    .map { file.finding(file.code[$0].line, "init(rawValue:) normalises: use init(word:)") }
  return (keyed + cases).sorted { $0.line < $1.line }
}

/// Names of the enumerations with raw values.
struct RawEnumerations {
  let ofNumbers: Set<String>
  let ofTexts: Set<String>

  init(in tree: [SourceFile]) {
    func names(_ type: String) -> [String] {
      tree.flatMap { file in
        file.positions(of: "enum _: \(type)").map { file.code[$0 + 1].text }
      }
    }
    (ofNumbers, ofTexts) = (Set(names("Int")), Set(names("String")))
  }
}
