// The server, asked. What goes wrong is a Problem with what the server said of it.

export class Problem extends Error {
  constructor({ title, detail, status, place, remedy }) {
    super(detail ?? title ?? 'It failed');
    Object.assign(this, { status, place, remedy });
  }

  /** One sentence for people: what, where, and what to do. */
  get text() {
    const at = this.place ? `${this.place}: ` : '';
    return `${at}${this.message}${this.remedy ? ` – ${this.remedy}` : ''}`;
  }
}

const UNREACHABLE = {
  status: 0,
  detail: 'the server does not answer',
  remedy: 'see whether priory serve still runs',
};

async function problemOf(response) {
  const told = await response.json().catch(() => ({}));
  return new Problem({ title: response.statusText, ...told, status: response.status });
}

/** A key that no other request has: the same one twice is one change. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((each) => each.toString(16).padStart(2, '0')).join('');
}

export class Api {
  /** @param {typeof fetch} ask  @param {string} token empty: none is needed */
  constructor(ask, token = '') {
    this.ask = ask;
    this.token = token;
  }

  /** @returns {Promise<Response>} of a request that succeeded */
  async send(method, path, { body, type, key, signal } = {}) {
    const headers = {};
    if (type) headers['Content-Type'] = type;
    if (key) headers['Idempotency-Key'] = key;
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    let response;
    try {
      response = await this.ask(path, { method, headers, body, signal, cache: 'no-store' });
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      throw new Problem(UNREACHABLE);
    }
    if (!response.ok) throw await problemOf(response);
    return response;
  }

  async get(path, options) {
    return (await this.send('GET', path, options)).json();
  }

  async post(path, value, options) {
    const body = JSON.stringify(value);
    return (await this.send('POST', path, { ...options, body, type: 'application/json' })).json();
  }

  /** What stands in a file, as it is. */
  async postFile(path, text, type) {
    return (await this.send('POST', path, { body: text, type })).json();
  }

  model(name) {
    return new ModelApi(this, name);
  }
}

/** The paths of one model. */
export class ModelApi {
  constructor(api, name) {
    this.api = api;
    this.name = name;
    this.path = `/v1/models/${encodeURIComponent(name)}`;
  }

  get(what, options) {
    return this.api.get(`${this.path}${what}`, options);
  }

  post(what, value, options) {
    return this.api.post(`${this.path}${what}`, value, options);
  }

  postFile(what, text, type) {
    return this.api.postFile(`${this.path}${what}`, text, type);
  }

  /** A change that may be sent again when no answer came: it is done once. */
  async change(what, value) {
    const key = newKey();
    try {
      return await this.post(what, value, { key });
    } catch (problem) {
      if (problem.status !== 0 && problem.status !== 429 && problem.status !== 503) throw problem;
      await new Promise((done) => setTimeout(done, 300));
      return this.post(what, value, { key });
    }
  }

  learn(row, label) {
    return this.change('/learn', { ...row, label });
  }

  forget(event) {
    return this.change('/forget', { event });
  }
}
