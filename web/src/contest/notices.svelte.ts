// Short messages at the bottom of the page: something was done, or could not be done.

class Notices {
  text = $state("");
  bad = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Something was done; the message goes by itself. */
  say(text: string): void {
    this.show(text, false);
    this.timer = setTimeout(() => (this.text = ""), 6000);
  }

  /** Something failed; the message stays until it is closed. */
  fail(text: string): void {
    this.show(text, true);
  }

  close(): void {
    this.text = "";
  }

  private show(text: string, bad: boolean): void {
    clearTimeout(this.timer);
    this.text = text;
    this.bad = bad;
  }
}

export const notices = new Notices();
