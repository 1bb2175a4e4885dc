# Thinks on while it is not its turn, and tells its log for how long it stood still meanwhile.
import json
import sys
import threading
import time

longest = 0.0


def ponder():
    global longest
    last = time.monotonic()
    while True:
        now = time.monotonic()
        longest = max(longest, now - last)
        last = now


threading.Thread(target=ponder, daemon=True).start()
print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        if message["turn"] <= 20:
            # Until the other thread has had its turn, too.
            time.sleep(0.02)
        print("stood still for", int(longest * 1000), "ms", file=sys.stderr, flush=True)
        longest = 0.0
        print(json.dumps({"type": "done", "turn": message["turn"]}), flush=True)
    elif message["type"] == "over":
        break
