import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/messages/texts`: with the app's publishable key one for the install that shows its
/// token, with a secret key one for all.
enum CreateMessageText {
  static func prepare(_ call: Call) throws -> Work {
    let (template, request) = try call.template()
    return .write { scope in
      let texts = MessageTexts(scope)
      try call.check(request, of: nil, texts)
      var owner: Identifier?
      if call.proof.key == .publishable {
        owner = try texts.owner(call.proof)
        guard owner != nil else { throw Problem.tokenRequired(call.proof) }
      }
      guard let entry = try texts.add(template, of: owner, alias: request.alias) else {
        let most = owner == nil ? Limits.textsOfApp : Limits.textsOfInstall
        throw FieldError(
          "text", "would be one of more than \(most); write one of them anew with PUT")
      }
      return .json(call.describe(entry, texts), status: 201)
    }
  }
}

/// `GET /v1/messages/texts`: the app's own, oldest first.
enum ListMessageTexts {
  static func prepare(_ call: Call) throws -> Work {
    .read { scope in
      let texts = MessageTexts(scope)
      return .json(["texts": .array(try texts.own().map { call.describe($0, texts) })])
    }
  }
}

/// `GET /v1/messages/texts/{text}`.
enum ReadMessageText {
  static func prepare(_ call: Call) throws -> Work {
    let id: MessageTextID = try call.id()
    return .read { scope in
      let texts = MessageTexts(scope)
      guard let entry = try texts.find(id), try call.maySee(entry, texts) else {
        throw Problem.notFound("text")
      }
      return .json(call.describe(entry, texts))
    }
  }
}

/// `PUT /v1/messages/texts/{text}`: with the app's publishable key only what that install wrote.
enum ReplaceMessageText {
  static func prepare(_ call: Call) throws -> Work {
    let id: MessageTextID = try call.id()
    let (template, request) = try call.template()
    return .write { scope in
      let texts = MessageTexts(scope)
      _ = try call.changeable(id, texts)
      try call.check(request, of: id, texts)
      try texts.replace(id, by: template)
      if request.namesAlias { try texts.set(alias: request.alias, of: id) }
      guard let changed = try texts.find(id) else { throw Problem.notFound("text") }
      return .json(call.describe(changed, texts))
    }
  }
}

/// `DELETE /v1/messages/texts/{text}`: with the app's publishable key only what that install wrote.
enum DeleteMessageText {
  static func prepare(_ call: Call) throws -> Work {
    let id: MessageTextID = try call.id()
    return .write { scope in
      let texts = MessageTexts(scope)
      let entry = try call.changeable(id, texts)
      guard entry.id != texts.defaultID else {
        throw FieldError(
          "text", "is what the app says where no other text is named; write it anew with PUT")
      }
      try texts.delete(id)
      return Reply(status: 204)
    }
  }
}

extension Call {
  /// Refuses another id of a text that a client chooses, or that another text has.
  /// - Throws: `Problem`; `FieldError`; `DatabaseError`.
  fileprivate func check(
    _ request: MessageTextBody.Request, of id: MessageTextID?, _ texts: MessageTexts
  ) throws {
    guard request.namesAlias else { return }
    guard proof.key == .secret else {
      throw Problem(.secretKeyRequired, "Only the app's server gives a text an 'alias'.")
    }
    guard let alias = request.alias, let known = try texts.find(named: alias), known.id != id
    else { return }
    throw FieldError("alias", "is another text's: \(known.id.text)")
  }

  /// A text that the caller may change.
  /// - Throws: `Problem`, `DatabaseError`.
  fileprivate func changeable(
    _ id: MessageTextID, _ texts: MessageTexts
  ) throws -> MessageTexts.Entry {
    guard let entry = try texts.find(id), try maySee(entry, texts) else {
      throw Problem.notFound("text")
    }
    guard entry.owner != nil || proof.key == .secret else {
      throw Problem(
        .secretKeyRequired, "It is the app's own text, which only its server may change.")
    }
    return entry
  }

  /// The text that the body holds.
  /// - Throws: `FieldError` for what this key may not write.
  fileprivate func template() throws -> (MessageTemplate, MessageTextBody.Request) {
    let request = try MessageTextBody.Request(try fields())
    let template: MessageTemplate
    do {
      template = try MessageTemplate(
        text: request.text,
        placeholder: request.placeholder ?? MessageTemplate.standardPlaceholder,
        wordPlaceholder: request.wordPlaceholder)
    } catch {
      throw FieldError("text", "cannot be used: \(error)")
    }
    if let unknown = template.unknownPlaceholder {
      throw FieldError(
        "text",
        "has '\(unknown)', which stands for nothing: there are \(template.placeholder), {sender}, "
          + "{receiver} and {text}")
    }
    try check(template)
    return (template, request)
  }

  /// Refuses a text that this key may not write.
  /// - Throws: `FieldError`.
  func check(_ template: MessageTemplate) throws {
    let most = proof.key == .secret ? Limits.textParts : Limits.clientTextParts
    let parts = self.parts(of: template).count
    guard parts <= most else {
      throw FieldError("text", "takes \(parts) messages; with this key it may take \(most)")
    }
    // The words that people put in are looked at with the text around them, when they invite.
    let nothing = TemplateWords(sender: "", receiver: "", custom: "")
    if proof.key == .publishable,
      LinkSuspicion.isIn(template.filled(link: LinkSuspicion.link, words: nothing))
    {
      throw FieldError(
        "text",
        "has something in it that a phone may show as a link or as a number to call; the only link "
          + "is where '\(template.placeholder)' stands, with a space on both sides")
    }
  }

  /// How a text goes out with a link in it, and nothing in place of other words.
  private func parts(of template: MessageTemplate) -> SMSParts {
    let code = String(repeating: "x", count: Code.shortLength)
    let prefix = app.settings.linkDomains.first
    let link = (prefix.map { "https://" + $0 } ?? publicURL) + "/" + code
    return SMSParts(
      template.filled(link: link, words: TemplateWords(sender: "", receiver: "", custom: "")))
  }

  fileprivate func describe(_ entry: MessageTexts.Entry, _ texts: MessageTexts) -> JSON {
    let parts = parts(of: entry.template)
    return .object([
      "id": .id(entry.id), "text": .string(entry.template.text),
      "placeholder": .string(entry.template.placeholder),
      "word_placeholder": entry.template.wordPlaceholder.map(JSON.string),
      "alias": entry.alias.map(JSON.string), "parts": .integer(parts.count),
      "encoding": .string(parts.encoding.rawValue), "units_left": .integer(parts.unitsLeft),
      "is_default": .bool(entry.id == texts.defaultID), "is_own": .bool(entry.owner == nil),
      "created_at": .instant(entry.createdAt), "changed_at": entry.changedAt.map(JSON.instant),
    ])
  }
}
