/// A journal of format 2, as `sqlite3 journal.db .dump` shows it, written by the last version of that
/// format.
///
/// Board `list` has policies of its own, of `s1` and of `s2`; board `empty` has none.
enum EarlierFormat {
  static let marks = "PRAGMA application_id = 1148350320; PRAGMA user_version = 2;"

  static let dump = #"""
    CREATE TABLE board (
      id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, head INTEGER NOT NULL,
      policies TEXT NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE board_number (
      board INTEGER NOT NULL REFERENCES board, key TEXT NOT NULL, value INTEGER NOT NULL,
      sum INTEGER NOT NULL, PRIMARY KEY (board, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE client (
      id TEXT NOT NULL PRIMARY KEY, token TEXT NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE journal (
      id INTEGER NOT NULL PRIMARY KEY, epoch TEXT NOT NULL, groups INTEGER NOT NULL,
      backup INTEGER NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE log (
      board INTEGER NOT NULL REFERENCES board, rev INTEGER NOT NULL, prev INTEGER NOT NULL,
      at INTEGER NOT NULL, client TEXT NOT NULL, origin TEXT, body TEXT NOT NULL,
      sum INTEGER NOT NULL, PRIMARY KEY (board, rev)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE number (
      key TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE reply (
      client TEXT NOT NULL, seq INTEGER NOT NULL, tag TEXT NOT NULL, digest INTEGER NOT NULL,
      body TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (client, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE snapshot (
      board INTEGER NOT NULL REFERENCES board, rev INTEGER NOT NULL, body TEXT NOT NULL,
      sum INTEGER NOT NULL, PRIMARY KEY (board, rev)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO board
    VALUES (1, 'list', 5, 'policy * limit=9
    policy s1 max-items=3 empty=remove
    policy s2 on-choose=move:s1
    ', -3733581470533663817);
    INSERT INTO board
    VALUES (2, 'empty', 0, '', 619398867364465014);
    INSERT INTO board_number
    VALUES (1, 'items', 3, -247304780949560928);
    INSERT INTO board_number
    VALUES (1, 'sections', 3, -1917370407136981641);
    INSERT INTO client
    VALUES ('ann', 'secretsecretsecret', 6195447559634572293);
    INSERT INTO journal
    VALUES (1, 'eybzzhxc', 3, 0, -7037201027401953880);
    INSERT INTO log
    VALUES (1, 1, 0, 1795360983321, 'ann', NULL, 'insert-section 0 s1 0 To buy
    ', -1618681940242249577);
    INSERT INTO log
    VALUES (1, 2, 1, 1795360983321, 'ann', NULL, 'insert-section 1 s2 0 In the basket
    ', 8491590330296748106);
    INSERT INTO log
    VALUES (1, 3, 2, 1795360983321, 'ann', NULL, 'insert 0.0 i1 Käse
    ', 6661975758612549613);
    INSERT INTO log
    VALUES (1, 4, 3, 1795360983321, 'ann', NULL, 'insert 0.1 i2 a\=b
    ', -7610355161337455578);
    INSERT INTO log
    VALUES (1, 5, 4, 1795360983321, 'ann', 'd1', 'move 0.0 1.0 i1
    ', 8316533654694958685);
    INSERT INTO number
    VALUES ('drop/ok perform d1 moved rev=5 at=1.0', 1, -6225205950139612041);
    INSERT INTO number
    VALUES ('guests', 100, 5451693626580455373);
    INSERT INTO number
    VALUES ('retired/0', 0, -4649523746334011438);
    INSERT INTO number
    VALUES ('retired/0/name', 5653281665901943911, 3143129320015244421);
    INSERT INTO number
    VALUES ('sessions', 100, -6199762175820923215);
    INSERT INTO reply
    VALUES ('ann', 1, '1', -2421899535888542301, 'ok insert i1 at=0.0 rev=3
    ', 562576394898035749);
    INSERT INTO snapshot
    VALUES (1, 0, '', -7943614985008699207);
    INSERT INTO snapshot
    VALUES (2, 0, '', 6342557989662952870);
    """#
}
