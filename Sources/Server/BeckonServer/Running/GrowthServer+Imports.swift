import BeckonEngine
import BeckonModel

extension GrowthServer {
  /// What can be imported: people, products, and what each vendor had.
  /// - Throws: `ImportRefused`.
  public static func importKind(_ name: String, _ choices: ImportChoices) throws -> any ImportKind {
    let kinds = importKinds(choices)
    if let kind = kinds.first(where: { $0.name == name }) {
      guard kind.canReplace || !choices.isReplacing else {
        throw ImportRefused(
          "'\(kind.name)' only adds, so there is nothing to replace", "leave --replace out")
      }
      return kind
    }
    throw ImportRefused(
      "'\(NameSuggestion.shown(name))', behind 'import', "
        + NameSuggestion.refusal(of: name, kinds.map(\.name)),
      "beckon import --help")
  }

  /// All that can be imported.
  public static func importKinds(_ choices: ImportChoices) -> [any ImportKind] {
    [PeopleImport(choices), ProductsImport(choices)]
      + VendorInterface.all.compactMap { $0.imports?(choices) }
  }
}
