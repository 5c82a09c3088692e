"""Firefox without a window, driven by Marionette: the WebDriver commands that it takes at a socket, as JSON."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import unittest

from kit import until

# None if there is no such program.
FIREFOX = shutil.which(os.environ.get("FIREFOX") or "firefox-esr")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PREFERENCES = {
    "marionette.port": 0, "datareporting.policy.dataSubmissionEnabled": False, "app.update.auto": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False, "browser.shell.checkDefaultBrowser": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "services.settings.server": "http://127.0.0.1:9", "extensions.update.enabled": False,
}


class Firefox:
    """One window."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        with open(os.path.join(self.profile.name, "user.js"), "w") as file:
            file.writelines(f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in PREFERENCES.items())
        self.process = subprocess.Popen(
            [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", self.profile.name],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": self.profile.name})
        try:
            port = int(until(self.port, "Firefox listens", 60))
        except AssertionError as error:
            self.end()
            raise unittest.SkipTest(f"{FIREFOX} cannot be driven, it has no Marionette or does not start: {error}")
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.file, self.count = self.socket.makefile("rb"), 0
        self.read()
        self.do("NewSession", capabilities={})
        self.do("SetWindowRect", width=1280, height=900)

    def port(self):
        assert self.process.poll() is None, "Firefox ended"
        try:
            with open(os.path.join(self.profile.name, "MarionetteActivePort")) as file:
                return file.read()
        except FileNotFoundError:
            return None

    def read(self):
        """A message is its length in bytes, a colon, and the JSON."""
        digits = b""
        while (byte := self.file.read(1)) != b":":
            assert byte, "Firefox ended"
            digits += byte
        return json.loads(self.file.read(int(digits)))

    def do(self, command, **parameters):
        self.count += 1
        message = json.dumps([0, self.count, f"WebDriver:{command}", parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, value = self.read()
        assert error is None, error
        return value["value"] if isinstance(value, dict) and set(value) == {"value"} else value

    def open(self, url):
        self.do("Navigate", url=url)

    def ask(self, expression, *arguments):
        """The value of an expression; `window.dropline` of the page is `dropline`."""
        script = f"const {{ dropline }} = window; return ({expression})(...arguments)"
        return self.do("ExecuteScript", script=script, args=list(arguments))

    def find(self, selector):
        return self.do("FindElement", using="css selector", value=selector)

    def click(self, selector):
        self.do("ElementClick", id=self.find(selector)[ELEMENT])

    def type(self, selector, text):
        self.do("ElementSendKeys", id=self.find(selector)[ELEMENT], text=text)

    def keys(self, *steps):
        """Presses and releases keys: `+Control`, `z`, `-Control`."""
        names = {"Control": "\ue009", "Delete": "\ue017", "Escape": "\ue00c"}
        actions = []
        for step in steps:
            sign, key = (step[0], step[1:]) if len(step) > 1 and step[0] in "+-" else ("", step)
            value = names.get(key, key)
            actions += [{"type": kind, "value": value} for kind in {"+": ["keyDown"], "-": ["keyUp"]}.get(sign, ["keyDown", "keyUp"])]
        self.do("PerformActions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def mouse(self, *steps):
        """Points `(x, y)` to move to, `down` and `up`."""
        actions = [{"type": f"pointer{step.capitalize()}", "button": 0} if isinstance(step, str)
                   else {"type": "pointerMove", "duration": 40, "x": round(step[0]), "y": round(step[1])} for step in steps]
        self.do("PerformActions", actions=[{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}])

    def quit(self):
        self.socket.close()
        self.file.close()
        self.end()

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()
