import Cluster
import TestKit
import Testing

@Suite("The pulse of a link")
struct LinkPulseTests {
  @Test("needs a ping a second after the last frame that was sent")
  func ping() {
    var pulse = LinkPulse(at: .seconds(10))
    #expect(!pulse.needsPing(at: .milliseconds(10_999)))
    #expect(pulse.needsPing(at: .seconds(11)))
    pulse.didSend(at: .seconds(11))
    #expect(!pulse.needsPing(at: .milliseconds(11_999)))
  }

  @Test("is lost three seconds after the last bytes that were received")
  func dead() {
    var pulse = LinkPulse(at: .seconds(10))
    #expect(!pulse.isDead(at: .milliseconds(12_999)))
    #expect(pulse.isDead(at: .seconds(13)))
    pulse.didReceive(at: .milliseconds(12_999))
    #expect(!pulse.isDead(at: .seconds(15)))
  }

  @Test("has the earlier of both times as its deadline")
  func deadline() {
    var pulse = LinkPulse(at: .seconds(10))
    expectEqual(pulse.nextDeadline, .seconds(11))
    pulse.didSend(at: .milliseconds(12_500))
    expectEqual(pulse.nextDeadline, .seconds(13))
  }
}
