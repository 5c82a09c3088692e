"""One sees where things end: their edges stand out from both sides, in both themes (WCAG 1.4.11)."""

import unittest

from kit import BrowserCase, until

# The contrast of the edge of an element to itself and to what it lies on, from the colours that are computed.
CONTRASTS = """([selector, around]) => {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  // What is drawn if these colours lie on each other; all behind them is white.
  const luminance = (...colours) => {
    for (const colour of ['#fff', ...colours]) [context.fillStyle = colour, context.fillRect(0, 0, 1, 1)];
    const linear = [...context.getImageData(0, 0, 1, 1).data].map(part => part / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const edgeOf = ({ outlineStyle, outlineColor, borderStyle, borderColor, boxShadow }) => {
    if (outlineStyle !== 'none') return outlineColor;
    if (borderStyle !== 'none') return borderColor;
    return boxShadow.match(/^(.*?\\)) 0px 0px 0px [1-9]/)?.[1] ?? 'transparent';
  };
  const back = getComputedStyle(document.body).backgroundColor;
  const style = getComputedStyle(document.querySelector(selector));
  const outside = around ? [back, getComputedStyle(document.querySelector(around)).backgroundColor] : [back];
  const inside = [...outside, style.backgroundColor], edge = luminance(...outside, edgeOf(style));
  return [contrast(edge, luminance(...outside)), contrast(edge, luminance(...inside))];
}"""


class Contrast(BrowserCase):
    def check(self, page, selector, around=None):
        """The edge of what is focused is another one."""
        page.evaluate("document.activeElement.blur()")
        outside, inside = page.evaluate(CONTRASTS, [selector, around])
        self.assertGreaterEqual(min(outside, inside), 3, f"{selector}: {outside:.2f} to its outside, {inside:.2f} to its inside")

    def test_the_edges_of_what_is_on_a_board_are_seen(self):
        self.board(A=["a", "b"], B=[])
        for theme in "light", "dark":
            page = self.open(color_scheme=theme)
            for selector in ".section", "#find", ".add-section":
                self.check(page, selector)
            self.check(page, ".row", ".section")
            page.evaluate("dropline.setLayout(true)")
            self.frame(page)
            self.check(page, ".row")

    def test_the_edges_of_what_opens_over_a_board_are_seen(self):
        self.board(A=["a", "b"])
        for theme in "light", "dark":
            page = self.open(color_scheme=theme)
            page.get_by_role("button", name="Board menu").click()
            self.check(page, ".menu")
            page.keyboard.press("Escape")
            self.row(page, "a").click(modifiers=["Control"])
            until(lambda: page.locator("#marks").is_visible(), "the bar of what is selected")
            self.check(page, "#marks")
            self.check(page, "#marks", ".section")
            for opened in "settings.open(null)", "card.open(dropline.replica.items.get('i1'))", "history.open()":
                page.evaluate(f"dropline.{opened}")
                self.check(page, "dialog")
                if opened.startswith("settings"):
                    self.check(page, "select", "dialog")
                page.keyboard.press("Escape")
                until(lambda: page.locator("dialog").count() == 0, "it closes")
            page.locator("button.person").click()
            self.check(page, "dialog input", "dialog")
            page.keyboard.press("Escape")

    def test_the_edges_of_the_boards_and_of_the_field_for_a_new_one_are_seen(self):
        self.board(A=["a"])
        for theme in "light", "dark":
            page = self.open(wait=False, url=self.server.page(), color_scheme=theme)
            until(lambda: page.locator(".boards a").count() > 0, "the list")
            self.check(page, ".boards a")
            self.check(page, ".create input")


if __name__ == "__main__":
    unittest.main()
