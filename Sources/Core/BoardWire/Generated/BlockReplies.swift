// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// `ok batch BOARD rev=REV`: the revision after it.
public typealias BatchReply = CreateReply

/// `ok replace BOARD rev=REV`: likewise.
public typealias ReplaceReply = CreateReply
