import { parseFragment } from 'parse5';
import { assertDefined } from '../kit/assert-defined.js';

interface Node {
  nodeName: string;
  value?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

/** A response with its body. */
export interface Visit {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Final path and query after redirects. */
  readonly path: string;
}

export type Fields = Record<string, string>;

/** Checkout fields of a customer, all filled in. */
export const BUYER: Fields = {
  billing_first_name: 'Anna',
  billing_last_name: 'Próbna',
  billing_address_1: 'Prosta 1',
  billing_postcode: '00-001',
  billing_city: 'Warszawa',
  billing_country: 'PL',
  billing_email: 'anna@example.test',
  billing_phone: '+48 600 000 000',
};

/** A browser without JavaScript: stores cookies, follows redirects, fills in forms. */
export class Browser {
  private readonly cookies = new Map<string, string>();
  last: Visit | undefined;

  constructor(private readonly site: string) {}

  get(path: string): Promise<Visit> {
    return this.request(path, {});
  }

  post(path: string, fields: Fields): Promise<Visit> {
    return this.request(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  }

  /** Posts fields, of which several can have the same name. */
  postAll(path: string, fields: readonly (readonly [string, string])[]): Promise<Visit> {
    return this.request(path, {
      method: 'POST',
      body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  }

  upload(path: string, body: FormData): Promise<Visit> {
    return this.request(path, { method: 'POST', body });
  }

  /** Posts JSON to the REST API, as scripts of a page do. */
  json(path: string, body: object, nonce: string): Promise<Visit> {
    return this.request(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...(nonce ? { 'X-WP-Nonce': nonce } : {}) },
    });
  }

  /** Submits a form whose response is a file. */
  async download(
    path: string,
    body: FormData,
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly bytes: Buffer }> {
    const response = await fetch(new URL(path, this.site), {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  /** Submits the form that contains a field, with its current values overridden by `values`; empty strings are sent too. */
  async submit(button: Fields, values: Fields = {}, fieldName = '_wpnonce'): Promise<Visit> {
    const form = this.form(fieldName);
    return this.post(form.action, { ...form.fields, ...values, ...button });
  }

  /** The action and fields of the first form of the last page that contains a field. */
  form(fieldName = '_wpnonce'): { action: string; fields: Fields } {
    const forms = find(this.page(), 'form').map((form) => ({
      action: attr(form, 'action') || (this.last?.path ?? '/'),
      fields: fieldsOf(form),
    }));
    const form = forms.find((candidate) => fieldName in candidate.fields);
    if (!form) throw new Error(`No form with ${fieldName} at ${this.last?.path}: ${this.last?.text.slice(0, 2000)}`);
    return { ...form, action: form.action.replace(this.site, '') };
  }

  async logIn(login: string, password: string): Promise<void> {
    await this.get('/wp-login.php');
    const visit = await this.post('/wp-login.php', { log: login, pwd: password, 'wp-submit': 'Log In' });
    if (visit.path.startsWith('/wp-login.php')) throw new Error(`Log-in failed: ${visit.text}`);
  }

  private page(): Node {
    return parseFragment(this.last?.text ?? '');
  }

  private async request(path: string, init: RequestInit): Promise<Visit> {
    let target = path;
    let options: RequestInit = init;
    for (let hop = 0; hop < 8; hop++) {
      const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(new URL(target, this.site), {
        ...options,
        redirect: 'manual',
        headers: { 'accept-encoding': 'identity', ...(options.headers as Record<string, string> | undefined), cookie },
      });
      for (const line of response.headers.getSetCookie()) {
        const [pair] = line.split(';');
        const equals = pair?.indexOf('=');
        this.cookies.set(assertDefined(pair?.slice(0, equals)), assertDefined(pair?.slice(assertDefined(equals) + 1)));
      }
      const location = response.headers.get('location');
      // A redirect to another host leaves the shop.
      const leaves =
        location !== null && new URL(location, new URL(target, this.site)).origin !== new URL(this.site).origin;
      if (location === null || leaves || response.status < 300 || response.status > 399) {
        const url = new URL(target, this.site);
        this.last = {
          status: response.status,
          text: await response.text(),
          headers: response.headers,
          path: url.pathname + url.search,
        };
        return this.last;
      }
      await response.arrayBuffer();
      target = new URL(location, new URL(target, this.site)).href;
      options = {};
    }
    throw new Error(`Too many redirects at ${path}`);
  }
}

function attr(node: Node, name: string): string {
  return node.attrs?.find((entry) => entry.name === name)?.value ?? '';
}

function has(node: Node, name: string): boolean {
  return node.attrs?.some((entry) => entry.name === name) ?? false;
}

function find(node: Node, name: string): Node[] {
  const own = node.nodeName === name ? [node] : [];
  return [...own, ...(node.childNodes ?? []).flatMap((child) => find(child, name))];
}

function textOf(node: Node): string {
  return node.value ?? (node.childNodes ?? []).map(textOf).join('');
}

/** The fields a browser would submit, without buttons. */
function fieldsOf(form: Node): Fields {
  const fields: Fields = {};
  for (const input of find(form, 'input')) {
    const type = attr(input, 'type');
    if ((type === 'checkbox' || type === 'radio') && !has(input, 'checked')) continue;
    const byDefault = type === 'checkbox' ? 'on' : '';
    if (type !== 'file') fields[attr(input, 'name')] = has(input, 'value') ? attr(input, 'value') : byDefault;
  }
  for (const area of find(form, 'textarea')) fields[attr(area, 'name')] = textOf(area);
  for (const select of find(form, 'select')) {
    const options = find(select, 'option');
    const selected = options.find((option) => has(option, 'selected')) ?? options[0];
    if (selected) fields[attr(select, 'name')] = attr(selected, 'value');
  }
  return fields;
}
