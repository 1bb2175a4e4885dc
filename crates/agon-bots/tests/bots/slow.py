# Takes its time for its first turns.
import json
import sys
import time

print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        if message["turn"] <= 20:
            time.sleep(0.1)
        print(json.dumps({"type": "done", "turn": message["turn"]}), flush=True)
    elif message["type"] == "over":
        break
