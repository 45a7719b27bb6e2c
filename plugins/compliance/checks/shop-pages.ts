import type { FormFields, PageRequest, PluginScope } from 'plinth';
import type { FormContext, FormPlace } from '../store/store-form.js';
import type { Catalogue } from '../store/catalogue.js';

/** The pages of the shop as visitors get them; '' for one that cannot be seen. */
export interface ShopPages {
  /** Whether these are the real pages, theme and all, or their parts without it. */
  readonly live: boolean;
  readonly shop: string;
  readonly checkout: string;
  readonly registration: string;
  readonly contact: string;
  readonly withdrawal: string;
  readonly report: string;
  /** The page of a product, a reduced one where there is one. */
  readonly product: string;
  readonly reduced: boolean;
}

interface ShopPageDeps {
  readonly scope: PluginScope;
  catalogue(): Catalogue | undefined;
}

const TIMEOUT_MS = 8000;
const LOOKED_AT = 500;

/** Opens the pages of the site, and fills a cart to see the checkout; where the site does not run, puts their parts together. */
export async function lookAtShop({ scope, catalogue }: ShopPageDeps): Promise<ShopPages> {
  const records = (await catalogue()?.records(0, LOOKED_AT)) ?? [];
  const record = records.find(({ onSale, stock }) => onSale && stock !== 'outofstock') ?? records.find(({ stock }) => stock !== 'outofstock') ?? records[0];
  const visit = visitor(scope.homeUrl('/'));
  const shop = await visit('/shop/');
  const reduced = record?.onSale ?? false;
  if (shop !== '') {
    const product = record ? await visit(`/product/${record.slug}/`) : '';
    const inCart = formOf(product, 'add_to_cart');
    const cart = inCart ? await visit('/cart/', inCart) : '';
    return {
      live: true, shop, product, reduced, checkout: cart === '' ? '' : await visit('/checkout/'), registration: await visit('/register/'), contact: await visit('/contact/'),
      withdrawal: await visit('/withdrawal/'), report: await visit('/report/'),
    };
  }
  const footer = await scope.applyFilters<readonly { title: string; url: string }[]>('wp_nav_menu_footer_items', []);
  const links = footer.map(({ title, url }) => `<a href="${scope.escAttr(url)}">${scope.escHtml(title)}</a>`).join('\n');
  const form = async (place: FormPlace): Promise<string> => scope.applyFilters<string>('store/form_fields', '', emptyForm(place, scope.homeUrl('/')));
  const [summary] = record ? ((await catalogue()?.summaries([record.id])) ?? []) : [];
  const price = summary ? await scope.applyFilters<string>('store/price_html', '', summary, 'single') : '';
  return {
    live: false, shop: links, reduced,
    checkout: `${await form('checkout')}<button name="place_order" value="1">${scope.escHtml(await scope.applyFilters<string>('store/order_button_text', ''))}</button>`,
    registration: await form('registration'), contact: await form('contact'),
    withdrawal: links, report: links, product: record ? price + (await scope.applyFilters<string>('store/product_html', '', record)) : '',
  };
}

/** Somebody with a browser of their own; pages that are not found or do not answer are ''. */
function visitor(home: string): (path: string, fields?: Readonly<Record<string, string>>) => Promise<string> {
  const cookies = new Map<string, string>();
  return async function visit(path, fields) {
    try {
      const answer = await fetch(new URL(path, home), {
        method: fields ? 'POST' : 'GET', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(fields ? { body: new URLSearchParams(fields) } : {}),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      const text = await answer.text();
      return answer.status < 400 ? text || ' ' : '';
    } catch {
      return '';
    }
  };
}

/** What a form of a page sends: its hidden fields, the ticked choice, and a quantity of one. */
function formOf(html: string, field: string): Record<string, string> | undefined {
  const form = html.split('<form').find((part) => part.includes(`name="${field}"`))?.split('</form>')[0];
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

/** A form that nobody has typed into yet. */
function emptyForm(place: FormPlace, home: string): FormContext {
  const nothing: FormFields = {};
  const request: PageRequest = {
    method: 'GET', path: '/', url: new URL(home), params: {}, query: nothing, form: nothing, files: [], cookies: {}, session: { id: () => '', get: () => undefined, set: () => undefined },
    userId: 0, locale: '', ip: '', id: 'compliance-check', header: () => undefined, field: () => '', verifyNonce: () => false,
  };
  return { place, request, categoryIds: [], productTypes: [], country: '', paymentMethod: '', submitted: false };
}
