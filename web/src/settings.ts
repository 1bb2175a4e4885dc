// Settings that the browser remembers. Pages opened from disk may have no storage: then nothing is kept.

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(`agon-${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`agon-${key}`, value);
  } catch {
    // Without storage the setting lasts as long as the page.
  }
}
