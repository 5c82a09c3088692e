"""A WebSocket server that sends each line that it receives to all its clients as one payload of a fixed
size: the work of fan-out and nothing else, by uWebSockets (pip install socketify).

Usage: uwebsockets.py BYTES. It prints its port, and ends with its input.
"""

import os
import sys
import threading

from socketify import App, AppListenOptions, OpCode

PAYLOAD = "again ".ljust(int(sys.argv[1]) - 1, "x") + "\n"
app = App()


def opened(socket):
    socket.subscribe("all")
    socket.send(PAYLOAD, OpCode.TEXT)


def received(socket, message, opcode):
    for _ in range(message.count("\n")):
        app.publish("all", PAYLOAD, OpCode.TEXT)


def end_with_input():
    while os.read(0, 1):
        pass
    os._exit(0)


app.ws("/*", {"open": opened, "message": received, "idle_timeout": 0, "max_backpressure": 1 << 26})
app.listen(
    AppListenOptions(port=int(os.environ.get("PORT", "0")), host="127.0.0.1"),
    lambda config: print(config.port, flush=True),
)
threading.Thread(target=end_with_input, daemon=True).start()
app.run()
