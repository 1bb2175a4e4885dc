// A member of staff sees the event as a team does: every request that reads is made in the name of the team's first
// member, and nothing can be changed. It lasts until it is left or the tab is closed.

export interface View {
  team: number;
  name: string;
}

const KEY = "agon-view-as";
export const VIEW_HEADER = "X-Agon-View-As";
export const READ_ONLY =
  "You see the event as a team does and cannot change anything. Leave this view first.";

function stored(): View | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as View | null;
    return found && Number.isInteger(found.team) ? found : null;
  } catch {
    return null;
  }
}

/** The team whose view is shown; null for one's own. */
export const view = stored();

/** The header of requests that read. */
export const viewHeaders = (): Record<string, string> => (view ? { [VIEW_HEADER]: String(view.team) } : {});

/** Shows an address as a team sees it. The page is loaded again, so that nothing of the own view stays. */
export function viewAs(wanted: View, address: string): void {
  sessionStorage.setItem(KEY, JSON.stringify(wanted));
  location.assign(address);
}

/** Goes back to one's own view. */
export function leaveView(): void {
  sessionStorage.removeItem(KEY);
  location.reload();
}
