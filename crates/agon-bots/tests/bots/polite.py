# The protocol by hand, in ten lines.
import json
import sys

print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"type": "done", "turn": message["turn"]}), flush=True)
    elif message["type"] == "over":
        break
