import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/postback-schema`: the conversion schema in effect, and since when there were which.
enum ReadPostbackSchema {
  static func prepare(_ call: Call) throws -> Work {
    let asked = try call.query("version").map { text in
      guard let number = Int64(text) else { throw FieldError("version", "must be a number") }
      return number
    }
    return .read { scope in
      let history = try PostbackSchemas(scope).history()
      let version = asked.map { number in history.versions.first { $0.number == number } }
      guard let found = version ?? history.versions.last else {
        throw Problem.notFound("postback schema")
      }
      let versions = history.versions.map { version in
        JSON.object(["version": .integer(version.number), "effective_at": .instant(version.from)])
      }
      return .json(
        .object((describe(found).members ?? []) + [JSON.Member("versions", .array(versions))]))
    }
  }

  static func describe(_ version: ConversionSchemaHistory.Version) -> JSON {
    .object(
      [
        JSON.Member("version", .integer(version.number)),
        JSON.Member("effective_at", .instant(version.from)),
      ] + (version.schema.json.members ?? []))
  }
}

/// `PUT /v1/postback-schema`: a new schema, for installs from now on.
enum SetPostbackSchema {
  static func prepare(_ call: Call) throws -> Work {
    let schema = try ConversionSchema(try call.fields())
    return .reconfigure { scope in
      guard let version = try PostbackSchemas(scope).set(schema) else {
        throw FieldError("rules", "were changed \(PostbackSchemas.versionsMax) times, which is all")
      }
      return .json(ReadPostbackSchema.describe(version))
    }
  }
}
