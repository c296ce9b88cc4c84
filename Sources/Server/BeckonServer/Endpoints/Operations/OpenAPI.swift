import CBeckonDocuments

/// The API's description, `docs/openapi.yaml`.
enum OpenAPI {
  static let bytes = [UInt8](
    UnsafeRawBufferPointer(
      start: beckon_openapi_yaml_bytes(), count: Int(beckon_openapi_yaml_length)))
}
