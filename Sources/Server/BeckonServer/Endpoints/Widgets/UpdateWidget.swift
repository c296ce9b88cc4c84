import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `PATCH /v1/widgets/{widget}`. What was changed, when and by which key stays readable.
enum UpdateWidget {
  static func prepare(_ call: Call) throws -> Work {
    let known = try call.widget()
    let fields = try call.fields()
    if fields.value("code") != nil {
      throw fields.error("code", "cannot be changed; make a new widget")
    }
    _ = try known.settings.changed(by: fields)
    return .reconfigure { scope in
      // As it is in the database now: another change may have come in between.
      guard let old = try Widgets(scope).find(known.id) else { throw Problem.notFound("widget") }
      let new = Widget(id: old.id, code: old.code, try old.settings.changed(by: fields))
      try Widgets(scope).update(new)
      try Changes(scope).note(
        new.id.identifier, from: old.settings.json, to: new.settings.json, by: call.changedBy)
      let warnings = try ReadWidget.warnings(of: new, scope)
      return .json(ReadWidget.describe(new).warning(of: warnings))
    }
  }
}

/// `DELETE /v1/widgets/{widget}`, with its figures.
enum DeleteWidget {
  static func prepare(_ call: Call) throws -> Work {
    let widget = try call.widget()
    return .reconfigure { scope in
      guard try Widgets(scope).delete(widget.id) else { throw Problem.notFound("widget") }
      return Reply(status: 204)
    }
  }
}
