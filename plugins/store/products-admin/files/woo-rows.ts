import { joinCell } from './cell-list.js';
import type { Cells } from './product-cells.js';

/** A row of WooCommerce's export as one of ours, or why it cannot be one. */
export type WooRow = { readonly cells: Cells; readonly problem?: string };

/** Reads rows of WooCommerce's product export, one after the other: variations name their product by its id. */
export interface WooReader {
  row(cells: Cells): WooRow;
}

interface WooReaderDeps {
  readonly sanitizeTitle: (text: string) => string;
  readonly __: (text: string, ...values: (string | number)[]) => string;
}

/** Its columns, in English and as its Polish translation calls them. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  id: ['ID', 'Identyfikator'], type: ['Type', 'Rodzaj', 'Typ'], sku: ['SKU'], gtin: ['GTIN, UPC, EAN, or ISBN', 'GTIN, UPC, EAN lub ISBN'], name: ['Name', 'Nazwa'], published: ['Published', 'Opublikowano'], featured: ['Is featured?', 'Czy wyróżniony?'],
  visibility: ['Visibility in catalog', 'Widoczność w katalogu'], short: ['Short description', 'Krótki opis'], description: ['Description', 'Opis'], saleFrom: ['Date sale price starts', 'Data rozpoczęcia promocji'], saleTo: ['Date sale price ends', 'Data zakończenia promocji'],
  inStock: ['In stock?', 'Czy w magazynie?'], stock: ['Stock', 'Stan magazynowy'], backorders: ['Backorders allowed?', 'Czy zamówienia oczekujące są dozwolone?'], sale: ['Sale price', 'Cena promocyjna'], regular: ['Regular price', 'Cena regularna', 'Cena'],
  categories: ['Categories', 'Kategorie'], tags: ['Tags', 'Tagi', 'Znaczniki'], images: ['Images', 'Obrazki', 'Obrazy'], parent: ['Parent', 'Rodzic', 'Nadrzędny'], position: ['Position', 'Pozycja'], brands: ['Brands', 'Marki'],
};
const WEIGHT = /^(?:Weight|Waga) \((kg|g|lbs|oz)\)$/;
const GRAMS: Readonly<Record<string, number>> = { kg: 1000, g: 1, lbs: 453.592_37, oz: 28.349_523 };
const ATTRIBUTE = /^(?:Attribute (\d{1,3}) name|Nazwa atrybutu (\d{1,3}))$/;

/** Whether the first line of a file is that of WooCommerce's export. */
export function isWooHead(names: readonly string[]): boolean {
  const has = (key: string): boolean => NAMES[key]?.some((name) => names.includes(name)) ?? false;
  return has('id') && has('type') && has('name');
}

export function createWooReader({ sanitizeTitle, __ }: WooReaderDeps): WooReader {
  /** SKUs, or addresses, of products by their id in the other shop. */
  const keys = new Map<string, string>();
  const slugs = new Set<string>();

  function keyOf(id: string, sku: string, name: string): { readonly sku: string; readonly slug?: string } {
    if (sku !== '') return { sku };
    const plain = sanitizeTitle(name).slice(0, 150) || 'product';
    const slug = slugs.has(plain) ? `${plain}-${id}` : plain;
    slugs.add(plain);
    return { sku, slug };
  }

  return {
    row(given) {
      const cell = (key: string): string => NAMES[key]?.map((name) => given[name]).find((text) => text !== undefined) ?? '';
      const [types, id, sku] = [cell('type').split(',').map((one) => one.trim().toLowerCase()), cell('id'), cell('sku')];
      const isVariation = types.includes('variation');
      if (types.includes('grouped') || types.includes('external')) return { cells: { sku, name: cell('name') }, problem: __('%s: a grouped or external product has no counterpart here.', cell('name')) };
      const key = isVariation ? { sku } : keyOf(id, sku, cell('name'));
      if (!isVariation) keys.set(id, key.sku === '' ? (key.slug ?? '') : key.sku);
      const named = cell('parent');
      const parent = named.startsWith('id:') ? (keys.get(named.slice(3)) ?? '') : named;
      const published = cell('published');
      const [stock, inStock] = [cell('stock'), cell('inStock')];
      const sold = {
        ...key, gtin: gtinOf(cell('gtin')), regular_price: cell('regular'), sale_price: cell('sale'), sale_from: moment(cell('saleFrom'), '00:00:00'), sale_to: moment(cell('saleTo'), '23:59:59'),
        stock_quantity: /^-?\d+(?:\.0+)?$/.test(stock) ? String(Math.trunc(Number(stock))) : '', stock: inStock === '0' ? 'outofstock' : inStock === 'backorder' ? 'onbackorder' : 'instock', backorders: ['1', 'notify'].includes(cell('backorders')) ? '1' : '0', weight: weightOf(given),
        ...attributesOf(given, sanitizeTitle),
      };
      if (isVariation) return { cells: { ...sold, type: 'variation', parent, image: list(cell('images'))[0] ?? '' } };
      return {
        cells: {
          ...sold, type: 'product', name: cell('name'), status: published === '1' ? 'publish' : 'draft', visibility: cell('visibility') === 'hidden' ? 'hidden' : 'visible', featured: cell('featured') === '1' ? '1' : '0', kind: types.some((one) => one === 'virtual' || one === 'downloadable') ? 'digital' : 'physical',
          short_description: plainText(cell('short')), description: cell('description').replace(/\\n/g, '\n'), categories: list(cell('categories')).map((path) => joinCell(path.split('>').map((name) => name.trim()), '>')).join(' | '), tags: joinCell(list(cell('tags')), '|'), brand: list(cell('brands'))[0] ?? '',
          images: joinCell(list(cell('images')), '|'), position: /^-?\d+$/.test(cell('position')) ? cell('position') : '0',
        },
      };
    },
  };
}

/** What stands between commas that have no backslash before them. */
function list(text: string): string[] {
  return text.split(/(?<!\\),/).map((one) => one.replace(/\\,/g, ',').trim()).filter((one) => one !== '');
}

/** Short descriptions are texts here. */
function plainText(html: string): string {
  return html.replace(/\\n/g, ' ').replace(/<[^>]*>/g, ' ').replace(/&nbsp;/g, ' ').replace(/\s+/g, ' ').trim();
}

const gtinOf = (text: string): string => text.replace(/[\s-]/g, '');

function moment(text: string, time: string): string {
  const [day, given] = text.trim().split(/[ T]/);
  return day ? `${day} ${given ?? time}` : '';
}

function weightOf(cells: Cells): string {
  const column = Object.keys(cells).find((name) => WEIGHT.test(name));
  const amount = Number((column === undefined ? '' : (cells[column] ?? '')).replace(',', '.'));
  return String(Math.round((Number.isFinite(amount) ? amount : 0) * (GRAMS[WEIGHT.exec(column ?? '')?.[1] ?? 'g'] ?? 1)));
}

function attributesOf(cells: Cells, sanitizeTitle: WooReaderDeps['sanitizeTitle']): Record<string, string> {
  const found: Record<string, string> = {};
  for (const column of Object.keys(cells)) {
    const [, english, polish] = ATTRIBUTE.exec(column) ?? [];
    const number = english ?? polish;
    const label = number === undefined ? '' : (cells[column] ?? '').trim().slice(0, 100);
    if (number === undefined || label === '') continue;
    const values = cells[`Attribute ${number} value(s)`] ?? cells[`Wartość(-ci) atrybutu ${number}`] ?? cells[`Wartości atrybutu ${number}`] ?? '';
    // Letters of an address, since the attribute becomes a column's name.
    const name = sanitizeTitle(label).replace(/[^a-z0-9_-]/g, '').slice(0, 40);
    if (name !== '') found[`attribute:pa_${name} (${label.replace(/[()]/g, ' ').trim()})`] = joinCell(list(values), '|');
  }
  return found;
}
