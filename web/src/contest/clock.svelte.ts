// The time, every second, for all parts that count down.

class Clock {
  now = $state(Date.now());

  constructor() {
    setInterval(() => {
      if (!document.hidden) this.now = Date.now();
    }, 1000);
  }
}

export const clock = new Clock();
