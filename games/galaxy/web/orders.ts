// The commands of Galaxy Commander in words.

import type { Told } from "$web/board/board";
import type { Order } from "$web/film/film";

interface Call {
  move?: string | null;
  fortify?: number;
  set_scan?: number;
  capture?: number;
  shoot?: { path: (string | null)[]; energy: number };
}

const WORDS: Record<string, string> = {
  no_action: "does nothing",
  refuel: "takes the stored energy of its system",
  continue_capture: "goes on with the capture",
  null: "gives no command",
};

export function order([seat, , said, answer]: Order): Told | null {
  const text = typeof said === "string" ? WORDS[said] : words(said as Call);
  if (!text) return null;
  const action = (answer as { queued?: number } | null | undefined)?.queued;
  return { text: action ? `${text} (action ${action})` : text, path: `agents.${seat}` };
}

function words(call: Call): string | null {
  if (call.move !== undefined) return `flies to ${call.move ?? "nowhere"}`;
  if (call.fortify !== undefined) return `fortifies its system with ${call.fortify} energy`;
  if (call.set_scan !== undefined) return `spends ${call.set_scan} energy on every scan`;
  if (call.capture !== undefined) return `begins to capture its system with ${call.capture} energy`;
  if (call.shoot)
    return `fires a torpedo of ${call.shoot.energy} energy to ${call.shoot.path.map((name) => name ?? "?").join(", ")}`;
  return null;
}
