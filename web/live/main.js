// The page of priory serve: its models, and tabs over one of them.
import { append, element, replace } from '../src/dom.js';
import { count } from '../src/numbers.js';
import { themeButton } from '../src/theme.js';
import { Api } from './api.js';
import { DriftView } from './drift-view.js';
import { follow } from './events.js';
import { formOf } from './form-of.js';
import { isTyping } from './keys.js';
import { LabelView } from './label-view.js';
import { ModelView } from './model-view.js';
import { newModel } from './new-model.js';
import { hashOf, placeOf, TABS } from './place.js';
import { SuspectsView } from './suspects-view.js';
import { Tabs } from './tabs.js';
import { TryView } from './try-view.js';

const VIEWS = { try: TryView, label: LabelView, suspects: SuspectsView, drift: DriftView, model: ModelView };
const SAID_FOR = 4000; // milliseconds

class App {
  constructor() {
    this.api = new Api((...request) => fetch(...request), sessionStorage.getItem('token') ?? '');
    this.main = element('main', { id: 'main', tabindex: -1, role: 'tabpanel' });
    this.said = element('p', { class: 'said', role: 'status' });
    this.tabs = new Tabs(TABS, (id) => this.go(id, this.at.model));
    this.title = element('h1', {}, 'Priory');
    this.facts = element('p', { class: 'soft facts-line' });
    this.choice = element('div', { class: 'choice' });
    window.addEventListener('hashchange', () => this.follow());
    document.addEventListener('visibilitychange', () => this.listen());
    document.addEventListener('keydown', (event) => this.key(event));
  }

  get page() {
    return [
      element('a', { class: 'skip', href: '#main', on: { click: (e) => this.skip(e) } }, 'Skip to the tab'),
      element(
        'header',
        { class: 'top' },
        element('div', {}, element('p', { class: 'kind' }, 'Priory'), this.title, this.facts),
        element('div', { class: 'corner' }, this.choice, themeButton()),
      ),
      this.tabs.node,
      this.main,
      this.said,
    ];
  }

  skip(event) {
    event.preventDefault();
    this.main.focus();
  }

  async start() {
    try {
      await this.list();
    } catch (error) {
      return error.status === 401 ? this.askForToken(error) : this.stop(error);
    }
    this.at = null; // what could not be opened is tried again
    return this.models.length > 0 ? this.follow() : this.begin();
  }

  async list() {
    const { models, may_create: mayCreate } = await this.api.get('/v1/models');
    this.models = models;
    this.mayCreate = mayCreate === true;
  }

  /** There is no model yet. */
  begin() {
    this.tabs.node.hidden = true;
    const sheet = (...children) => element('section', { class: 'sheet' }, children);
    replace(
      this.main,
      this.mayCreate
        ? sheet(element('h2', {}, 'Begin with a model of no rows'), newModel(this))
        : sheet(element('p', {}, 'The server has no model.')),
    );
    document.documentElement.dataset.ready = 'begin';
  }

  /** A model was made: its rows are sent, and one labels them. */
  async begun(name, fill) {
    await this.list();
    const model = this.api.model(name);
    await fill(model, await formOf(model, this.models));
    this.tabs.node.hidden = false;
    this.go('label', name);
  }

  stop(error) {
    replace(
      this.main,
      element('p', { class: 'problem', role: 'alert' }, error.text ?? error.message),
      element('button', { type: 'button', on: { click: () => this.start() } }, 'Try again'),
    );
  }

  askForToken(error) {
    const field = element('input', { type: 'password', id: 'token', autocomplete: 'off', required: true });
    const submit = (event) => {
      event.preventDefault();
      this.api.token = field.value.trim();
      sessionStorage.setItem('token', this.api.token);
      this.start();
    };
    replace(
      this.main,
      element(
        'form',
        { class: 'sheet', on: { submit } },
        element('h2', {}, 'A token is needed'),
        element('p', {}, 'The server printed it when it started.'),
        element('label', { for: 'token' }, 'Token '),
        field,
        element('button', { type: 'submit', class: 'primary' }, 'Open'),
        this.api.token !== '' && element('p', { class: 'problem', role: 'alert' }, error.text),
      ),
    );
    field.focus();
  }

  go(tab, model) {
    const hash = hashOf(tab, model);
    if (location.hash === hash) this.follow();
    else location.hash = hash;
  }

  async follow() {
    if (!this.models?.length) return;
    const at = placeOf(
      location.hash,
      this.models.map((each) => each.name),
    );
    const other = at.model !== this.at?.model;
    this.at = at;
    this.choose();
    this.tabs.show(at.tab);
    if (other) this.opening = this.open(at.model);
    await this.opening;
    if (this.at !== at || !this.form) return; // one has gone on, or there is nothing to show
    this.views[at.tab] ??= new VIEWS[at.tab](this);
    const view = this.views[at.tab];
    this.main.setAttribute('aria-labelledby', `tab-${at.tab}`);
    if (this.main.firstChild !== view.node) replace(this.main, view.node);
    view.opened();
    document.documentElement.dataset.ready = at.tab;
  }

  async open(name) {
    this.views = {};
    this.form = null;
    this.events?.abort();
    this.model = this.api.model(name);
    document.title = `${name} – Priory`;
    this.title.textContent = name;
    const { model } = this;
    try {
      const form = await formOf(model, this.models);
      if (model !== this.model) return;
      this.form = form;
      this.event = form.event;
      this.count(form.rows);
      this.listen();
    } catch (error) {
      if (model === this.model) this.stop(error);
    }
  }

  // Only while one looks: a browser has few connections to a server, and each page that listens holds one.
  listen() {
    this.events?.abort();
    if (document.hidden || !this.form) return;
    this.events = new AbortController();
    follow(this.model, (kind, data) => this.heard(kind, data), this.events.signal);
  }

  count(rows) {
    const { classes, target } = this.form;
    this.facts.textContent = `${count(rows)} ${rows === 1 ? 'row' : 'rows'} · ${classes.length} ${classes.length === 1 ? 'class' : 'classes'}${target ? ` of ${target}` : ''}`;
  }

  choose() {
    if (this.models.length < 2) return;
    replace(
      this.choice,
      element(
        'select',
        { 'aria-label': 'Model', on: { change: (e) => this.go(this.at.tab, this.models[Number(e.target.value)].name) } },
        this.models.map(({ name }, k) => element('option', { value: String(k), selected: name === this.at.model }, name)),
      ),
    );
  }

  isOpen(view) {
    return this.views[this.at?.tab] === view;
  }

  /** Somebody has changed the model, or its queue. */
  heard(kind, data) {
    if (kind === 'queue') return this.views.label?.changed();
    const last = data.last_event ?? data.event;
    if (!(last > this.event)) return undefined;
    for (const view of Object.values(this.views)) if (this.isOpen(view)) view.changed();
    return this.changed(last);
  }

  /** A view has changed the model: the others see it when they are opened. */
  async changed(event) {
    this.event = Math.max(this.event, event);
    for (const view of Object.values(this.views)) if (!this.isOpen(view)) view.changed();
    const { model, form } = this;
    const fresh = await formOf(model, this.models).catch(() => form);
    if (model !== this.model) return; // one has gone on to another
    const before = form.classes.length;
    this.form = fresh;
    this.count(this.form.rows);
    if (this.form.classes.length !== before) for (const view of Object.values(this.views)) view.classesChanged?.();
  }

  say(text) {
    this.tell(text, false);
  }

  fail(error) {
    this.tell(error.text ?? error.message, true);
  }

  tell(text, bad) {
    this.said.textContent = text;
    this.said.classList.toggle('bad', bad);
    this.said.classList.add('shown');
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.said.classList.remove('shown'), SAID_FOR);
  }

  key(event) {
    const view = this.views?.[this.at?.tab];
    if (!view || event.defaultPrevented || event.isComposing) return;
    if (view.key(event, isTyping(event.target))) event.preventDefault();
  }
}

const app = new App();
append(document.getElementById('page'), app.page);
app.start();
