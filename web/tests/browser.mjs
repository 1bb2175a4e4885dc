// How Debian's Chromium is started: root cannot use its sandbox, and there is no GPU. The shell without windows draws
// the same pages as the whole browser and takes about half of its processor time.
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
