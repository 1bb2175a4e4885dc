# Counts on while it is not its turn, and tells its log how far it came meanwhile.
import json
import sys
import threading

count = 0


def ponder():
    global count
    while True:
        count += 1


threading.Thread(target=ponder, daemon=True).start()
print(json.dumps({"type": "ready"}), flush=True)
before = None
for line in sys.stdin:
    now = count
    message = json.loads(line)
    if message["type"] == "turn":
        if before is not None:
            print("meanwhile", now - before, file=sys.stderr, flush=True)
        before = count
        print(json.dumps({"type": "done", "turn": message["turn"]}), flush=True)
    elif message["type"] == "over":
        break
