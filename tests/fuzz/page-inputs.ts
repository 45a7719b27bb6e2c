import type { Seeded } from '../kit/seeded.js';
import type { Form } from '../security/forms.js';
import type { Input, Pair } from './input.js';
import { oddText, wellFormed } from './odd.js';

/** Result of a crawl: URLs, their parameters, and forms. */
export interface CrawlResult {
  readonly role: string;
  /** Paths without query strings. */
  readonly paths: readonly string[];
  /** Names and values of parameters that the site uses. */
  readonly params: readonly Pair[];
  readonly forms: readonly (Form & { readonly page: string })[];
}

const NAMES = [
  's',
  'page',
  'paged',
  'orderby',
  'order',
  'p',
  'page_id',
  'author',
  'author_name',
  'cat',
  'tag',
  'name',
  'pagename',
  'post_type',
  'year',
  'monthnum',
  'day',
  'm',
  'feed',
  'preview',
  'preview_id',
  'rest_route',
  'action',
  'redirect_to',
  'wp_lang',
  'q',
  'min_price',
  'max_price',
  'variation',
  'add_to_cart',
  'quantity',
  'user_login',
  'key',
  'error',
  '_wpnonce',
  'attachment',
  'category_name',
  'offset',
  'posts_per_page',
  'sitemap',
  'step',
  'id',
  'lang',
];
const PATHS = [
  '/',
  '/shop/',
  '/cart/',
  '/wishlist/',
  '/checkout/',
  '/contact/',
  '/register/',
  '/withdrawal/',
  '/report/',
  '/account/',
  '/account/addresses/',
  '/order/x/',
  '/feed/',
  '/wp-login.php',
  '/wp-sitemap.xml',
  '/facet/appearance.css',
  '/xmlrpc.php',
  '/wp-admin/admin-ajax.php',
  '/wp-admin/admin-post.php',
  '/wp-json/',
  '/wp-json/wp/v2/posts',
  '/robots.txt',
  '/favicon.ico',
  '/healthz',
  '/readyz',
  '/wp-content/uploads/x.png',
  '/wp-cron.php',
];
/** Would end the session or change the credentials. */
const LEFT_ALONE = /(?:^|_|-)pass|action=logout|log-?out|user_pass|destroy/i;

/** URLs: those of the site with its own or other parameters, and random ones. */
export function queryInputs(crawls: readonly CrawlResult[]): (random: Seeded) => Input {
  return (random) => {
    const { role, paths, params } = random.pick(crawls);
    const path = random.chance(70)
      ? random.pick([...paths, ...PATHS])
      : oddPath(random, random.pick([...paths, ...PATHS]));
    const query = Array.from({ length: random.whole(0, 5) }, (): Pair => {
      const [name, value] =
        params.length > 0 && random.chance(60)
          ? random.pick(params)
          : [random.chance(90) ? random.pick(NAMES) : oddText(random), '1'];
      const shaped = random.chance(12)
        ? `${name}${random.pick(['[]', '[a]', '[a][b]', '[', '[constructor][prototype][x]'])}`
        : name;
      return [shaped, random.chance(25) ? value : oddText(random)];
    }).filter(([name, value]) => !LEFT_ALONE.test(`${name}=${value}`));
    return {
      role,
      method: random.chance(94) ? 'GET' : random.pick(['HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND']),
      path,
      query,
      headers: [],
    };
  };
}

/** Forms of the site with fields changed, removed, duplicated and added. */
export function formInputs(crawls: readonly CrawlResult[]): (random: Seeded) => Input {
  const found = crawls.flatMap(({ role, forms }) =>
    forms
      .filter(
        ({ action, typed: editable, buttons }) =>
          !LEFT_ALONE.test([action, ...Object.keys(editable), ...buttons.flat()].join(' ')),
      )
      .map((form) => ({ role, form })),
  );
  return (random) => {
    const { role, form } = random.pick(found);
    const url = new URL(form.action, 'http://site');
    const fields = Object.entries(form.typed).flatMap(([name, value]): Pair[] => {
      if (/nonce$/i.test(name)) return random.chance(3) ? [] : [[name, random.chance(3) ? oddText(random) : value]];
      if (random.chance(4)) return [];
      const changed = random.chance(45) ? oddText(random) : value;
      if (random.chance(3))
        return [
          [name, value],
          [name, changed],
        ];
      return [[random.chance(3) ? `${name}${random.pick(['[]', '[a]', '[a][b]'])}` : name, changed]];
    });
    if (form.buttons.length > 0 && random.chance(85)) fields.push(random.pick(form.buttons));
    if (random.chance(8)) fields.push([random.chance(50) ? random.pick(NAMES) : oddText(random), oddText(random)]);
    return {
      role: random.chance(95) ? role : 'visitor',
      method: 'POST',
      path: url.pathname,
      query: [...url.searchParams].map(([name, value]) => [name, random.chance(6) ? oddText(random) : value]),
      headers: [],
      body: { kind: 'form', fields },
    };
  };
}

const COOKIES = [
  'plinth_session',
  'wordpress_logged_in',
  'store_cart',
  'wp_lang',
  'wordpress_test_cookie',
  'connect.sid',
  '__Host-x',
];
const HEADERS = [
  'accept',
  'accept-language',
  'accept-encoding',
  'authorization',
  'cookie',
  'content-type',
  'range',
  'if-none-match',
  'if-modified-since',
  'origin',
  'referer',
  'user-agent',
  'x-wp-nonce',
  'x-http-method-override',
  'x-requested-with',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-request-id',
  'sec-fetch-site',
  'x-original-url',
  'forwarded',
  'via',
  'te',
  'pragma',
  'dnt',
];

/** Headers and cookies that browsers do not send. */
export function headerInputs(crawls: readonly CrawlResult[]): (random: Seeded) => Input {
  return (random) => {
    const { paths } = random.pick(crawls);
    const headers = Array.from({ length: random.whole(1, 4) }, (): Pair => {
      const name = random.pick(HEADERS);
      if (name === 'cookie')
        return [
          name,
          Array.from(
            { length: random.whole(1, 4) },
            () => `${random.chance(80) ? random.pick(COOKIES) : oddText(random)}=${oddText(random)}`,
          ).join('; '),
        ];
      if (name === 'authorization' && random.chance(60))
        return [
          name,
          `Basic ${Buffer.from(`${random.pick(['admin', 'nobody', oddText(random)])}:${oddText(random)}`).toString('base64')}`,
        ];
      if (name === 'range' && random.chance(60))
        return [name, random.pick(['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-3', 'bytes=99999999999-'])];
      return [name, oddText(random)];
    });
    // Duplicate names would be combined into one header.
    const named = new Map(headers);
    const method = random.chance(85) ? 'GET' : 'POST';
    return {
      role: 'visitor',
      method,
      path: random.pick([...paths, ...PATHS]),
      query: [],
      headers: [...named],
      ...(method === 'POST'
        ? { body: { kind: 'text' as const, type: 'application/x-www-form-urlencoded', text: 'a=1' } }
        : {}),
    };
  };
}

function oddPath(random: Seeded, path: string): string {
  const parts = path.split('/');
  const index = random.whole(1, parts.length - 1);
  const segment = random.chance(60)
    ? encodeURIComponent(wellFormed(oddText(random)))
    : oddText(random).replace(/[?#]/g, '');
  parts.splice(index, random.whole(0, 1), segment);
  return `/${parts.join('/').replace(/^\/+/, '')}`;
}
