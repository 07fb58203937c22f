// Answers to what was asked last. While one is under way the newest question waits, and those between are dropped: an
// answer to an older question is never shown over a newer one.

export class Latest {
  /** @param {(question) => Promise} ask  @param {(answer, question) => void} show  @param {(error) => void} fail */
  constructor(ask, show, fail) {
    Object.assign(this, { ask, show, fail });
    this.waiting = null;
    this.busy = false;
    this.newest = 0;
  }

  put(question) {
    this.waiting = { question, number: ++this.newest };
    if (!this.busy) this.run();
  }

  /** What is under way is not shown any more. */
  drop() {
    this.waiting = null;
    ++this.newest;
  }

  async run() {
    this.busy = true;
    while (this.waiting) {
      const { question, number } = this.waiting;
      this.waiting = null;
      try {
        const answer = await this.ask(question);
        if (number === this.newest) this.show(answer, question);
      } catch (error) {
        if (number === this.newest) this.fail(error);
      }
    }
    this.busy = false;
  }
}

/** Calls `run` when it was not called again for `wait` milliseconds. */
export function settled(wait, run) {
  let timer;
  const put = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...values), wait);
  };
  put.drop = () => clearTimeout(timer);
  return put;
}
