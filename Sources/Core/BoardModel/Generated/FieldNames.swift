// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

extension FieldName {
  /// Whether a name is no field, since lines with fields have such a key, or may have it. It is given
  /// as a number: its characters, at most eight, one behind the other.
  static func isReserved(_ name: UInt64) -> Bool {
    switch name {
    case 0x616E_6368_6F72: true  // anchor
    case 0x6174: true  // at
    case 0x62_6F61_7264: true  // board
    case 0x63_6F6E_7465_6E74: true  // content
    case 0x6472_6167: true  // drag
    case 0x65_7665_7279: true  // every
    case 0x6578_7465_726E_616C: true  // external
    case 0x66_6F72_6365: true  // force
    case 0x6672_6F6D: true  // from
    case 0x6974_656D: true  // item
    case 0x69_7465_6D73: true  // items
    case 0x6B69_6E64: true  // kind
    case 0x6C_6F63_616C: true  // local
    case 0x6F70: true  // op
    case 0x6F_7073: true  // ops
    case 0x70_6C61_6365: true  // place
    case 0x7265_6173_6F6E: true  // reason
    case 0x7265_706C_6179_6564: true  // replayed
    case 0x72_6576: true  // rev
    case 0x726F_7773: true  // rows
    case 0x73_696E_6365: true  // since
    case 0x74_6167: true  // tag
    case 0x7465_7874: true  // text
    case 0x746F: true  // to
    case 0x7479_7065: true  // type
    case 0x7665_7262: true  // verb
    case 0x77_6173: true  // was
    default: false
    }
  }
}
