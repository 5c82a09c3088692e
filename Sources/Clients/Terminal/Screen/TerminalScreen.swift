import Glibc
import Libuv

/// The delegate of a terminal screen. All calls are from the loop.
public protocol TerminalScreenDelegate: AnyObject {
  /// An input event arrived.
  func screen(_ screen: TerminalScreen, didTake event: InputEvent)
  /// Draws the present frame; called only when the terminal can accept output.
  func drawScreen(_ screen: TerminalScreen) -> Canvas
  /// The program should exit because of a signal, or because the terminal was closed (`SIGHUP`).
  func screen(_ screen: TerminalScreen, shouldEndFor signal: Int32)
}

/// A terminal on an event loop: input events in, canvases out, signals handled.
///
/// At most one frame is drawn per turn, and only after the last one is written: a slow terminal
/// skips frames, and blocks nothing.
public final class TerminalScreen {
  /// The delay after which a lone escape byte is the key Esc.
  public static let escapeDelay: Duration = .milliseconds(40)

  public weak var delegate: (any TerminalScreenDelegate)?
  public private(set) var size: (width: Int, height: Int)

  private let mode: TerminalMode
  private let terminal: Int32
  private let output: TerminalOutput
  private var writer: FrameWriter
  private var decoder = KeyDecoder()
  private var input: DescriptorWatcher?
  private var escapeTimer: Timer?
  private var frameTimer: Timer?
  private var signals: [SignalWatcher] = []
  private var isWanted = false

  /// - Parameters:
  ///   - input: The descriptor of the terminal for keys; `output` is that for frames.
  public init(
    input: Int32, output: Int32, hasColours: Bool, on loop: EventLoop
  ) throws {
    terminal = input
    mode = try TerminalMode(of: output)
    size = mode.size
    writer = FrameWriter(hasColours: hasColours)
    self.output = try TerminalOutput(to: output, on: loop)
    self.output.onDrain = { [unowned self] in if isWanted { draw() } }
    escapeTimer = try Timer(on: loop) { [unowned self] in deliver(decoder.finish()) }
    frameTimer = try Timer(on: loop) { [unowned self] in draw() }
    self.input = try DescriptorWatcher(of: input, on: loop) { [unowned self] in read() }
    signals = try watchSignals(on: loop)
  }

  /// Enters the terminal mode and draws the first frame.
  public func begin() throws {
    mode.enter()
    try input?.start(for: .readable)
    setNeedsDisplay()
  }

  /// Restores the terminal, finally.
  public func end() {
    input?.stop()
    output.discard()
    frameTimer?.stop()
    escapeTimer?.stop()
    signals = []
    mode.leave()
  }

  /// Schedules a redraw at the end of the turn.
  public func setNeedsDisplay() {
    isWanted = true
    if mode.isEntered, frameTimer?.isActive == false { frameTimer?.start(after: .zero) }
  }

  /// Redraws the whole screen.
  public func refresh() {
    writer.forget()
    setNeedsDisplay()
  }

  /// Restores the terminal, stops the process as Ctrl-Z does, and enters the terminal mode again
  /// when the process continues.
  public func suspend() {
    output.discard()
    mode.leave()
    kill(getpid(), SIGSTOP)
  }

  /// Handles `SIGCONT`.
  private func resume() {
    mode.leave()
    mode.enter()
    size = mode.size
    refresh()
  }

  private func draw() {
    guard mode.isEntered, output.isDrained, let delegate else { return }
    isWanted = false
    let bytes = writer.bytes(for: delegate.drawScreen(self))
    if !bytes.isEmpty { output.write(bytes) }
  }
}

extension TerminalScreen {
  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(terminal, &bytes, bytes.count)
    if count > 0 {
      escapeTimer?.stop()
      deliver(decoder.feed(bytes[..<count]))
      if decoder.isUndecided { escapeTimer?.start(after: Self.escapeDelay) }
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      input?.stop()
      delegate?.screen(self, shouldEndFor: SIGHUP)
    }
  }

  private func deliver(_ events: [InputEvent]) {
    for event in events { delegate?.screen(self, didTake: event) }
  }

  private func watchSignals(on loop: EventLoop) throws -> [SignalWatcher] {
    let ends = try [SIGTERM, SIGINT, SIGHUP].map { signal in
      try SignalWatcher(for: signal, on: loop) { [unowned self] in
        delegate?.screen(self, shouldEndFor: signal)
      }
    }
    let others = try [
      SignalWatcher(for: SIGTSTP, on: loop) { [unowned self] in suspend() },
      SignalWatcher(for: SIGCONT, on: loop) { [unowned self] in resume() },
      SignalWatcher(for: SIGWINCH, on: loop) { [unowned self] in
        size = mode.size
        setNeedsDisplay()
      },
    ]
    return ends + others
  }
}

@available(*, unavailable)
extension TerminalScreen: Sendable {}
