import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/widgets`.
enum CreateWidget {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    let settings = try WidgetSettings(fields, more: ["code"])
    let code = try fields.string("code", max: WidgetLimits.codeBytes)
    let id: WidgetID = call.ambient.id()
    let widget = Widget(id: id, code: code ?? id.text, settings)
    return .reconfigure { scope in
      switch try Widgets(scope).insert(widget) {
      case .added:
        let warnings = try ReadWidget.warnings(of: widget, scope)
        return .json(ReadWidget.describe(widget).warning(of: warnings), status: 201)
      case .codeTaken: throw FieldError("code", "is another widget's of this app")
      case .tooMany:
        throw Problem(
          .invalidField,
          "An app may have \(WidgetLimits.widgets) widgets; delete one first.")
      }
    }
  }
}
