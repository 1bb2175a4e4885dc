// The theme that the person has chosen, else that of the system, as CSS variables of the page.

import { DARK, LIGHT, variables } from "../design/theme";
import { remember, remembered } from "../settings";

const system = window.matchMedia("(prefers-color-scheme: light)");

class Look {
  dark = $state(startsDark());
  readonly theme = $derived(this.dark ? DARK : LIGHT);

  constructor() {
    // The system may change between day and night while the page is open.
    system.addEventListener("change", () => {
      this.dark = startsDark();
      this.apply();
    });
  }

  toggle(): void {
    this.dark = !this.dark;
    remember("theme", this.dark ? "dark" : "light");
    this.apply();
  }

  apply(): void {
    const { style } = document.documentElement;
    style.colorScheme = this.dark ? "dark" : "light";
    for (const [name, colour] of Object.entries(variables(this.dark ? DARK : LIGHT)))
      style.setProperty(name, colour);
  }
}

function startsDark(): boolean {
  const chosen = new URLSearchParams(location.search).get("theme") ?? remembered("theme");
  if (chosen) return chosen !== "light";
  return !system.matches;
}

export const look = new Look();
