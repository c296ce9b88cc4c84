import BeckonContract

extension InviteRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .create: .keyed(CreateInvite.prepare)
    case .list: .keyed(ListInvites.prepare)
    case .read: .keyed(ReadInvite.prepare)
    }
  }
}

extension MessageTextRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .create: .keyed(CreateMessageText.prepare)
    case .list: .keyed(ListMessageTexts.prepare)
    case .read: .keyed(ReadMessageText.prepare)
    case .replace: .keyed(ReplaceMessageText.prepare)
    case .delete: .keyed(DeleteMessageText.prepare)
    }
  }
}

extension SMSRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .readReplyURL: .keyed(ReadReplyURL.prepare)
    case .noteReceipt, .noteReceiptByPost: .open(NoteReceipt.answer)
    case .noteReply, .noteReplyByPost: .open(NoteReply.answer)
    }
  }
}
