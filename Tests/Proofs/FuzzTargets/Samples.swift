/// Inputs of the forms that the published protocol has no examples of.
enum Samples {
  static let requests = [
    "GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
      + "\u{1}\u{0}",
    "POST /x HTTP/1.0\r\nContent-Length: 5\r\n\r\nhello",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "GET http://a/b?c HTTP/1.1\r\nHost: a\r\nConnection: close, upgrade\r\n\r\n", "PRI * HTTP/2.0",
  ]

  /// Masked frames: a text, one in two parts, a ping, a close.
  static let frames: [[UInt8]] = [
    [0x81, 0x85, 1, 2, 3, 4, 0x69, 0x67, 0x6F, 0x68, 0x6E],
    [0x01, 0x82, 0, 0, 0, 0, 0xC3, 0x61, 0x80, 0x81, 0, 0, 0, 0, 0x0A],
    [0x89, 0x81, 0, 0, 0, 0, 0x21, 0x8A, 0x80, 0, 0, 0, 0],
    [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8], [0x81, 0xFE, 0x00, 0x7E, 0, 0, 0, 0, 0x61],
  ]

  /// Bodies of revisions on the board of the target.
  static let bodies = [
    "move 0.0 1.0 i1\n\ndelete 1.0 i1\n", "insert 0.1 i9 New\nreload 0.0 i1 a\n",
    "insert-section 1 s9 2 Nine\nitem i8 x\nitem i9\n\ndelete-section 1 s9\n",
    "move-section 0 1 s1\nreload-section 1 s1 Uno\n", "delete-items 0.0 2\n\nrevert 2\n",
    "delete 0.2 i3\ndelete 0.1 i2\n\nrevert 2\n\nrevert 3\n",
  ]

  static let markdown = [
    "# Title\n\n## One\n- a\n* b\\n c\n1. d\n\n## Two\n+ \\u{20}e\n", "- x\n", "## \\\\ \n-\n",
    "# A\n- [x] a {due=2026-12-01 b=\"c \\\"d\"}\n- [ ] {e=f}\n- \\{g=h}\n",
  ]

  static let csv = [
    "section,text,id\r\nOne,a,i1\r\nOne,\"b,\"\"c\"\"\nd\",\r\nTwo,,\r\n",
    "section,text\nOne,a\n\n", "section,text,due,id,id\nOne,,2026-12-01,,x\n",
  ]

  static let trello = [
    """
    {"name":"b","lists":[{"id":"l1","name":"One","closed":false,"pos":1},{"id":"l2","name":"Old",\
    "closed":true,"pos":2.5e1}],"cards":[{"idList":"l1","name":"a\\ud83d\\ude00","desc":"x\\ny",\
    "closed":false,"pos":-1,"due":"2026-12-01T00:00:00.000Z","labels":[{"name":"l","color":"red"}],\
    "item":{"text":"b","fields":{"c":"d"}}},{"idList":"l2","name":"b","desc":"","pos":0}],"x":[null,true,[]]}
    """
  ]

  static let access = [
    """
    # rules
    guest viewer public-* b
    user ann owner *
    user bob editor b
    token bob 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff laptop two
    local-user ann 1000

    """
  ]

  static let configuration = [
    "# comment\nlisten = 127.0.0.1:7667\nlisten=unix:/run/x\n\ndemo = yes\nwindow = 16ms\nlissten = 1\n"
  ]

  static let keys = [
    "a\u{1B}[A\u{1B}[1;5C\u{1B}OP\u{1B}[3~\u{1B}",
    "\u{1B}[<0;10;20M\u{1B}[<0;10;20m\u{1B}[<65;1;1M",
    "\u{1B}[200~two\nlines\u{1B}[201~é😀\u{1B}é\u{7F}\r\t", "\u{1B}[[A\u{1B}[15~\u{1}\u{1B}\u{1B}[B",
  ]
}
