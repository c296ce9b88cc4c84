import BeckonEngine
import BeckonModel

/// To whom widgets are shown.
extension ShopVisitors {
  /// A visitor as widgets see them.
  public func viewer(_ visitor: ShopVisitor) -> WidgetViewer {
    WidgetViewer(number: visitor.number, drawing: visitor.drawing) {
      try sharing(with: visitor).dropFirst().map(\.number)
    }
  }

  /// Whoever has this name, as widgets see them, also before anybody has told of them.
  /// - Throws: `DatabaseError`.
  public func viewer(named name: VisitorName) throws -> WidgetViewer {
    let own = try find(name)
    return WidgetViewer(number: own?.number, drawing: try drawing(of: name, own)) {
      try shown(to: name).map(\.number).filter { $0 != own?.number }
    }
  }

  private func drawing(of name: VisitorName, _ own: ShopVisitor?) throws -> Identifier {
    // What is known now counts: the visitor becomes that person's with the next event.
    let known = try known(name, by: .client)
    if let known, known.isProven, let person = known.person { return person.identifier }
    return own?.drawing ?? known?.digest ?? digest(of: name)
  }
}
