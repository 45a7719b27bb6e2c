import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LegalPageType, PageLocale } from '../../../plugins/compliance/pages/page-type.js';
import { createPluginServices } from '../../../plugins/compliance/services.js';
import { type Break, affecting, filter } from './breaking.js';

export type PriceContext = 'single' | 'listing' | 'cart';
interface Shown {
  readonly sku: string;
}
interface MenuItem {
  readonly title: string;
  readonly url: string;
}

export const prices = (change: (html: string, sku: string) => string, ...contexts: readonly PriceContext[]): Break =>
  affecting(
    'price lines',
    filter('store/price_html', (html: string, shownProduct: Shown, context: PriceContext) =>
      contexts.length === 0 || contexts.includes(context) ? change(html, shownProduct.sku) : html,
    ),
  );
export const withoutLine = (html: string): string => html.replace(/<span class="omnibus">[\s\S]*$/, '');
export const withLowestPrice = (sku: string, from: string, to: string): Break =>
  prices((html, own) =>
    own === sku ? html.replace(new RegExp(`(class="omnibus">[^<]*?)${from}([.,])00`), `$1${to}$200`) : html,
  );
export const footer = (change: (items: readonly MenuItem[]) => unknown): Break =>
  affecting('footer', filter('plinth/footer_links', change));
export const boxes = (change: (html: string) => string): Break =>
  affecting(
    'boxes',
    filter('store/form_fields', (html: string) => change(html)),
  );
export const productPages = (change: (html: string) => string): Break =>
  filter('store/product_html', (html: string) => change(html));
export const view = (name: string): string =>
  readFileSync(join(__dirname, '../../../plugins/compliance/views', `${name}.hbs`), 'utf8');
export const BARE =
  '<!doctype html><html {{{languageAttributes}}}><head>{{{head}}}</head><body><main>{{{body}}}</main>{{{footer}}}</body></html>';
export const EXCEPTION = /<span class="withdrawal-exception">.*?<\/span>/g;

/** What settings change on pages, by their keys. */
const SET: readonly (readonly [target: string, pattern: RegExp])[] = [
  ['price lines', /unit_price|omnibus/],
  ['price notice', /shipping_notice|vat_notice/],
];

/** A setting of a group that the owner changes. */
export const setting = (group: string, key: string, value: unknown): Break =>
  affecting(
    SET.flatMap(([target, pattern]) => (pattern.test(key) ? [target] : [])),
    changedSetting(group, key, value),
  );

const changedSetting =
  (group: string, key: string, value: unknown): Break =>
  async (shop) => {
    const before = (await shop.rest('GET', `/shop/v1/settings/${group}`)).body.settings[key];
    if (before === undefined) throw new Error(`There is no setting ${key} in ${group}.`);
    const change = async (changed: unknown): Promise<void> => {
      const { status, body } = await shop.rest('POST', `/shop/v1/settings/${group}`, { [key]: changed });
      if (status !== 200) throw new Error(JSON.stringify(body));
    };
    await change(value);
    return () => change(before);
  };

/** A version of a legal page whose post is changed past the editor. */
export const storedPage = (type: LegalPageType, locale: PageLocale, change: Readonly<Record<string, unknown>>): Break =>
  affecting(`page ${type}`, async ({ site, scope, inContext }) => {
    const { pages } = createPluginServices(scope);
    const versions = await inContext(() => pages.list(locale));
    const id = versions.find((version) => version.type === type)?.post.id;
    if (id === undefined) throw new Error(`There is no page ${type} in ${locale}.`);
    const before = await inContext(() => site.content.getPost(id));
    await inContext(() => site.content.wpUpdatePost({ id, ...change }));
    const undone = Object.fromEntries(Object.keys(change).map((key) => [key, before?.[key as keyof typeof before]]));
    return () => inContext(() => site.content.wpUpdatePost({ id, ...undone }));
  });

/** What an extension makes of the content of pages. */
export const content = (change: (html: string) => string): Break =>
  filter('the_content', (html: string) => change(html));

/** HTML that an extension prints at the end of each page. */
export const printed = (html: string): Break => filter('wp_head', (head: string[]) => void head.push(html));
