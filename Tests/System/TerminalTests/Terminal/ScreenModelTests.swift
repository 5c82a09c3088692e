import SystemTestKit
import TestKit
import Testing

@Suite("The screen model of the tests")
struct ScreenModelTests {
  @Test("restores the cursor with the main screen, as mode 1049 of xterm does")
  func alternateScreen() {
    var screen = ScreenModel(width: 20, height: 4)
    screen.apply("$ connect\r\n\u{1B}[?1049h\u{1B}[3;15Hframe\u{1B}[?1049lno board nowhere".utf8)
    expectEqual(screen.rows, ["$ connect", "no board nowhere", "", ""])
  }
}
