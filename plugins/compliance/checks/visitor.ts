import type { PluginScope } from 'plinth';

/** Runs a limited number of operations in parallel; the others wait and have not started. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** @param concurrency maximum number running at once */
export function createConcurrencyLimit(concurrency: number): ConcurrencyLimit {
  let free = concurrency;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** A visitor with a separate session, who reads one language. */
export interface Visitor {
  /** Returns the page; '' when it was not found, did not respond, or sends its visitors on. */
  visit(path: string, fields?: Readonly<Record<string, string>>): Promise<string>;
  /** Returns the response with any status; status 0 means that there was no response. */
  request(path: string, fields?: Readonly<Record<string, string>>): Promise<SiteResponse>;
}

/** A response of the site. */
export interface SiteResponse {
  readonly status: number;
  readonly text: string;
}

/**
 * URL of the site, and the concurrency limit shared by all visitors, so that even a slow site responds to each in time.
 */
export interface SiteAccess {
  readonly home: string;
  readonly concurrency: ConcurrencyLimit;
  /** Collects the names of the cookies that readers get. */
  readonly readerCookies: Set<string>;
}

/** A page that sends its visitors to another one before they can read it. */
const SENDS_ON = /<meta\b[^>]*http-equiv\s*=\s*["']?refresh/i;

/** Timeout of a request in milliseconds; long, so that a slow page is not reported as missing. */
const TIMEOUT_MS = 30_000;

/**
 * @param locale language, such as `pl_PL`
 * @param kind a `reader` sends no cookies, and so gets cached pages; a `buyer` has a cart
 */
export function createVisitor(
  { home, concurrency, readerCookies }: SiteAccess,
  locale: string,
  kind: 'reader' | 'buyer',
): Visitor {
  const cookies = new Map([['wp_lang', locale]]);
  const language = locale.replace('_', '-');
  const sendRequest: Visitor['request'] = (path, fields) =>
    concurrency(async () => {
      try {
        const response = await fetch(new URL(path, home), {
          method: fields ? 'POST' : 'GET',
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
          // Compression gains nothing within a single process.
          headers: {
            'accept-encoding': 'identity',
            'accept-language': `${language},${language.slice(0, 2)};q=0.9`,
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          },
          ...(fields ? { body: new URLSearchParams(fields) } : {}),
        });
        for (const line of response.headers.getSetCookie()) {
          const [pair = ''] = line.split(';');
          const name = pair.slice(0, pair.indexOf('='));
          if (kind === 'buyer') cookies.set(name, pair.slice(pair.indexOf('=') + 1));
          else readerCookies.add(name);
        }
        return { status: response.status, text: await response.text() };
      } catch {
        return { status: 0, text: '' };
      }
    });
  return {
    request: sendRequest,
    async visit(path, fields) {
      const { status, text } = await sendRequest(path, fields);
      return status > 0 && status < 400 && !SENDS_ON.test(text) ? text || ' ' : '';
    },
  };
}

/** Returns the fields that a form on a page submits: its hidden fields, the checked option, and a quantity of one. */
export function readFormFields(html: string, field: string): Record<string, string> | undefined {
  const form = html
    .split('<form')
    .find((part) => part.includes(`name="${field}"`))
    ?.split('</form>')[0];
  if (form === undefined) return undefined;
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const readAttribute = (name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
    if (readAttribute('name') !== '' && (readAttribute('type') !== 'radio' || / checked/.test(tag)))
      fields[readAttribute('name')] = readAttribute('value');
  }
  const option = /<option value="([^"]*)" selected/.exec(form)?.[1];
  if (option !== undefined && form.includes('name="variation_id"')) fields.variation_id = option;
  return fields;
}

/** Returns the HTML contained in a REST response, as one page. */
export function htmlInJson(json: string): string {
  const fragments: string[] = [];
  try {
    JSON.parse(json, (_key, value: unknown) => {
      if (typeof value === 'string' && value.includes('<')) fragments.push(`<div>${value}</div>`);
      return value;
    });
  } catch {
    return '';
  }
  return fragments.join('\n');
}

/** Returns the name of one of the shop's languages. */
export function languageName(locale: string, { __ }: Pick<PluginScope, '__'>): string {
  return locale === 'pl_PL' ? __('in Polish') : __('in English');
}
