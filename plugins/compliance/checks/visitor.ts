import type { PluginScope } from 'plinth';

/** Does work in a few lanes beside each other, the rest in turn: who waits for a lane has not begun. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** @param lanes how many run at once */
export function createConcurrencyLimit(concurrency: number): ConcurrencyLimit {
  let free = concurrency;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => void waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Somebody with a browser of their own, who reads one language. */
export interface Visitor {
  /** The page; '' for one that is not found, or does not answer. */
  visit(path: string, fields?: Readonly<Record<string, string>>): Promise<string>;
  /** What is answered, whatever its status; 0 for no answer. */
  ask(path: string, fields?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** What the site answered. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Where a site is, and the ways in that all visitors share: a slow site answers each in time, though not all at once. */
export interface Street {
  readonly home: string;
  readonly concurrency: ConcurrencyLimit;
}

/** Milliseconds to wait for a page: one that comes late is there all the same. */
const TIMEOUT_MS = 30_000;

/**
 * @param locale the language, such as `pl_PL`
 * @param who a `reader` takes no cookies, and so gets the pages that are kept for everybody; a `buyer` has a cart
 */
export function createVisitor({ home, concurrency }: Street, locale: string, who: 'reader' | 'buyer'): Visitor {
  const cookies = new Map([['wp_lang', locale]]);
  const language = locale.replace('_', '-');
  const ask: Visitor['ask'] = (path, fields) =>
    concurrency(async () => {
      try {
        const answer = await fetch(new URL(path, home), {
          method: fields ? 'POST' : 'GET',
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
          // Between two ends of one process nothing is gained by packing.
          headers: {
            'accept-encoding': 'identity',
            'accept-language': `${language},${language.slice(0, 2)};q=0.9`,
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          },
          ...(fields ? { body: new URLSearchParams(fields) } : {}),
        });
        for (const line of who === 'buyer' ? answer.headers.getSetCookie() : []) {
          const [pair = ''] = line.split(';');
          cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        }
        return { status: answer.status, text: await answer.text() };
      } catch {
        return { status: 0, text: '' };
      }
    });
  return {
    ask,
    async visit(path, fields) {
      const { status, text } = await ask(path, fields);
      return status > 0 && status < 400 ? text || ' ' : '';
    },
  };
}

/** What a form of a page sends: its hidden fields, the ticked choice, and a quantity of one. */
export function formOf(html: string, field: string): Record<string, string> | undefined {
  const form = html
    .split('<form')
    .find((part) => part.includes(`name="${field}"`))
    ?.split('</form>')[0];
  if (form === undefined) return undefined;
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const read = (name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
    if (read('name') !== '' && (read('type') !== 'radio' || / checked/.test(tag))) fields[read('name')] = read('value');
  }
  const option = /<option value="([^"]*)" selected/.exec(form)?.[1];
  if (option !== undefined && form.includes('name="variation_id"')) fields.variation_id = option;
  return fields;
}

/** The HTML that an answer of REST holds, as one page. */
export function htmlInJson(json: string): string {
  const found: string[] = [];
  try {
    JSON.parse(json, (_key, value: unknown) => {
      if (typeof value === 'string' && value.includes('<')) found.push(`<div>${value}</div>`);
      return value;
    });
  } catch {
    return '';
  }
  return found.join('\n');
}

/** The visitors' languages that the shop speaks, in words. */
export function languageName(locale: string, { __ }: Pick<PluginScope, '__'>): string {
  return locale === 'pl_PL' ? __('in Polish') : __('in English');
}
