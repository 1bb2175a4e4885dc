// Short messages at the bottom of the page: something was done, or could not be done.

import { isSignedOut, told } from "./api";

class Notices {
  text = $state("");
  bad = $state(false);
  /** Whether it failed because the session has ended. */
  isSignedOut = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Something was done; the message goes by itself. */
  say(text: string): void {
    this.show(text, false);
    this.timer = setTimeout(() => (this.text = ""), 6000);
  }

  /** Something failed: what was thrown, or a sentence. The message stays until it is closed. */
  fail(error: unknown): void {
    this.show(told(error), true);
    this.isSignedOut = isSignedOut(error);
  }

  close(): void {
    this.text = "";
  }

  private show(text: string, bad: boolean): void {
    clearTimeout(this.timer);
    this.text = text;
    this.bad = bad;
    this.isSignedOut = false;
  }
}

export const notices = new Notices();
