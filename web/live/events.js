// The server's events, read from a stream: EventSource could not send a token.

/** Cuts a stream of text into events. */
export class EventCutter {
  constructor(take) {
    this.take = take;
    this.rest = '';
  }

  put(text) {
    this.rest += text.replace(/\r\n?/g, '\n');
    for (let end = this.rest.indexOf('\n\n'); end >= 0; end = this.rest.indexOf('\n\n')) {
      this.read(this.rest.slice(0, end));
      this.rest = this.rest.slice(end + 2);
    }
  }

  read(block) {
    const event = { name: 'message', data: '' };
    for (const line of block.split('\n')) {
      const [, field, value] = line.match(/^([a-z]*): ?(.*)$/s) ?? [];
      if (field === 'event') event.name = value;
      if (field === 'data') event.data += value;
    }
    if (event.data !== '') this.take(event.name, JSON.parse(event.data));
  }
}

const AGAIN_AFTER = 3000; // milliseconds

/** Follows the events of a model until `signal` ends it; comes back when the connection breaks. */
export async function follow(model, take, signal) {
  while (!signal.aborted) {
    try {
      const response = await model.api.send('GET', `${model.path}/events`, { signal });
      const cutter = new EventCutter(take);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) cutter.put(piece.value);
    } catch {
      // the server is gone, or the page leaves this model
    }
    if (!signal.aborted) await new Promise((done) => setTimeout(done, AGAIN_AFTER));
  }
}
