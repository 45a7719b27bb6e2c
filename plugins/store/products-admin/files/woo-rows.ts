import { parseNumber } from 'plinth';
import { joinCell, splitCell } from './cell-list.js';
import { isExtensionField } from './foreign-fields.js';
import type { Cells } from './product-cells.js';
import { SOURCE_COLUMN, WOO_NAMES, type WooKey } from './woo-columns.js';

/** A row of a WooCommerce export in Plinth's format, or the error that prevents its conversion. */
export type WooRow = { readonly cells: Cells; readonly problem?: string };

/** Converts rows of a WooCommerce export. Products must precede the variations that refer to their IDs. */
export interface WooReader {
  row(cells: Cells): WooRow;
  /**
   * Replaces the IDs of linked products in a row with SKUs or slugs. Call it after all rows have been converted,
   * because a row may refer to later rows.
   */
  resolveLinks<T extends { readonly cells: Cells }>(row: T): T;
}

interface WooReaderDeps {
  readonly sanitizeTitle: (text: string) => string;
  readonly __: (text: string, ...values: (string | number)[]) => string;
}

export function createWooReader({ sanitizeTitle, __ }: WooReaderDeps): WooReader {
  /** SKUs or slugs of products, by their WooCommerce ID. */
  const keys = new Map<string, string>();
  const slugs = new Set<string>();

  function createKey(id: string, sku: string, name: string): { readonly sku: string; readonly slug?: string } {
    if (sku !== '') return { sku };
    const baseSlug = sanitizeTitle(name).slice(0, 150) || 'product';
    const slug = slugs.has(baseSlug) ? `${baseSlug}-${id}` : baseSlug;
    slugs.add(baseSlug);
    return { sku, slug };
  }

  return {
    row(source) {
      const cell = createGetCell(source);
      const types = cell('type')
        .split(',')
        .map((part) => part.trim().toLowerCase());
      const [id, sku] = [cell('id'), cell('sku')];
      const isVariation = types.includes('variation');
      if (types.includes('grouped') || types.includes('external'))
        return {
          cells: { sku, name: cell('name') },
          problem: __('%s: grouped and external products are not supported.', cell('name')),
        };
      const key = isVariation ? { sku } : createKey(id, sku, cell('name'));
      if (!isVariation) keys.set(id, key.sku === '' ? (key.slug ?? '') : key.sku);
      const parentReference = cell('parent');
      const parent = parentReference.startsWith('id:') ? (keys.get(parentReference.slice(3)) ?? '') : parentReference;
      const commonValues = {
        ...key,
        ...commonCells(cell),
        weight: weightInGrams(source),
        ...attributeCells(source, sanitizeTitle),
      };
      const typeCells: Readonly<Record<string, string>> = isVariation
        ? { type: 'variation', parent, image: splitList(cell('images'))[0] ?? '' }
        : { ...productCells(cell, types), ...extensionCells(source) };
      return { cells: presentCells(source, { ...commonValues, ...typeCells }) };
    },
    resolveLinks(row) {
      const resolveIds = (cell: string): string =>
        joinCell(
          splitCell(cell).flatMap((key) => (/^id:\d+$/.test(key) ? (keys.get(key.slice(3)) ?? []) : key)),
          '|',
        );
      const found = (['upsells', 'cross_sells'] as const).flatMap((column) =>
        row.cells[column] === undefined ? [] : [[column, resolveIds(row.cells[column])] as const],
      );
      return found.length === 0 ? row : { ...row, cells: { ...row.cells, ...Object.fromEntries(found) } };
    },
  };
}

const WEIGHT = /^(?:Weight|Waga) \((kg|g|lbs|oz)\)$/;
const GRAMS: Readonly<Record<string, number>> = { kg: 1000, g: 1, lbs: 453.592_37, oz: 28.349_523 };
const ATTRIBUTE = /^(?:Attribute (\d{1,3}) name|Nazwa atrybutu (\d{1,3}))$/;

/** Returns the text of a cell by its key; empty when there is none. */
type GetCell = (key: WooKey) => string;

const createGetCell =
  (source: Cells): GetCell =>
  (key) =>
    WOO_NAMES[key].map((name) => source[name]).find((text) => text !== undefined) ?? '';

/** Returns only the cells whose source columns exist in the row. */
function presentCells(source: Cells, cells: Readonly<Record<string, string>>): Cells {
  const hasColumn = (key: WooKey): boolean => WOO_NAMES[key].some((name) => source[name] !== undefined);
  return Object.fromEntries(
    Object.entries(cells).filter(([column]) =>
      column === 'weight'
        ? Object.keys(source).some((name) => WEIGHT.test(name))
        : SOURCE_COLUMN[column] === undefined || hasColumn(SOURCE_COLUMN[column]),
    ),
  );
}

/** Returns the cells that products and variations have in common. */
function commonCells(cell: GetCell): Readonly<Record<string, string>> {
  return {
    gtin: normalizeGtin(cell('gtin')),
    regular_price: normalizePrice(cell('regular')),
    sale_price: normalizePrice(cell('sale')),
    sale_from: toDateTime(cell('saleFrom'), '00:00:00'),
    sale_to: toDateTime(cell('saleTo'), '23:59:59'),
    stock_quantity: QUANTITY.exec(cell('stock'))?.[1] ?? '',
    stock: stockStatus(cell('inStock')),
    backorders: ['1', 'notify'].includes(cell('backorders')) ? '1' : '0',
  };
}

/** Returns the cells of extension fields, which WooCommerce does not have. */
function extensionCells(source: Cells): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(source).flatMap(([name, cell = '']) => (isExtensionField(name) ? [[name, cell]] : [])),
  );
}

function stockStatus(inStock: string): string {
  if (['0', 'no', 'nie', 'outofstock'].includes(inStock.toLowerCase())) return 'outofstock';
  return inStock === 'backorder' ? 'onbackorder' : 'instock';
}

function productCells(cell: GetCell, types: readonly string[]): Readonly<Record<string, string>> {
  return {
    type: 'product',
    name: cell('name'),
    status: PUBLISHED.includes(cell('published').toLowerCase()) ? 'publish' : 'draft',
    visibility: cell('visibility') === 'hidden' ? 'hidden' : 'visible',
    featured: ['1', 'yes', 'tak'].includes(cell('featured').toLowerCase()) ? '1' : '0',
    kind: types.some((type) => type === 'virtual' || type === 'downloadable') ? 'digital' : 'physical',
    short_description: plainText(cell('short')),
    description: cell('description').replace(/\\n/g, '\n'),
    categories: splitList(cell('categories'))
      .map((path) =>
        joinCell(
          path.split('>').map((name) => name.trim()),
          '>',
        ),
      )
      .join(' | '),
    tags: joinCell(splitList(cell('tags')), '|'),
    brand: splitList(cell('brands'))[0] ?? '',
    images: joinCell(splitList(cell('images')), '|'),
    ...taxRateCell(cell('taxClass'), cell('taxStatus')),
    position: /^-?\d+$/.test(cell('position')) ? cell('position') : '0',
    upsells: joinCell(splitList(cell('upsells')), '|'),
    cross_sells: joinCell(splitList(cell('crossSells')), '|'),
  };
}

/** A percentage used as a tax class or within its name: `8`, `8%`, `vat-8`. */
const RATE_IN_CLASS = /^(?:vat|stawka)?[ _-]?(\d{1,2}(?:[.,]\d{1,2})?)[ _-]?(?:%|vat)?$/i;

/**
 * Returns the tax rate of a tax class; nothing for the standard class. Classes without a percentage are returned
 * unchanged and rejected later.
 */
export function taxRateCell(taxClass: string, taxStatus: string): { readonly tax_rate: string } | Record<never, never> {
  const name = taxClass.trim().toLowerCase();
  if (['none', 'shipping'].includes(taxStatus.trim().toLowerCase()) || name === 'zero-rate') return { tax_rate: '0' };
  if (name === '' || name === 'standard') return {};
  return { tax_rate: RATE_IN_CLASS.exec(name)?.[1] ?? taxClass.trim() };
}

/** Whether the rate of a tax class must be entered by the shop owner. */
export function isUnknownTaxClass(taxClass: string, taxStatus: string): boolean {
  const rate = taxRateCell(taxClass, taxStatus);
  return 'tax_rate' in rate && !/^[\d.,]+$/.test(rate.tax_rate);
}

/** Splits a list at unescaped commas, or at vertical bars if there are any. */
function splitList(text: string): string[] {
  return text
    .split(text.includes('|') ? /(?<!\\)\|/ : /(?<!\\),/)
    .map((part) => part.replace(/\\([,|])/g, '$1').trim())
    .filter((part) => part !== '');
}

/** Converts a short description to plain text. */
function plainText(html: string): string {
  return html
    .replace(/\\n/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const PUBLISHED = ['1', 'publish', 'published', 'yes', 'true', 'tak'];
/** A quantity with an optional unit. */
const QUANTITY = /^(-?(?:\d[\d.,\s]*)?\d)(?:\s*[^\d\s.,][^\d]*)?$/;
/** A price with optional currency and thousands separators. */
const AMOUNT = /^[^\d-]*(-?[\d.,\s\u00a0\u202f]*\d)\D*$/;

/** Normalizes a price. Text that is not a price is returned unchanged and reported later with its line number. */
function normalizePrice(text: string): string {
  const digits = AMOUNT.exec(text)?.[1]?.replace(/[\s\u00a0\u202f]/g, '');
  if (digits === undefined) return text;
  const [dot, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  // When both separators occur, the last one is the decimal separator.
  return dot >= 0 && comma >= 0 ? digits.replaceAll(dot > comma ? ',' : '.', '') : digits;
}

const normalizeGtin = (text: string): string => text.replace(/[\s-]/g, '');

function toDateTime(text: string, time: string): string {
  const [day, ownTime] = text.trim().split(/[ T]/);
  return day ? `${day} ${ownTime ?? time}` : '';
}

function weightInGrams(cells: Cells): string {
  const column = Object.keys(cells).find((name) => WEIGHT.test(name));
  const text = column === undefined ? '' : (cells[column] ?? '').trim();
  if (text === '') return '0';
  const unit = WEIGHT.exec(column ?? '')?.[1] ?? 'g';
  // WooCommerce stores `1.250` kilograms with a decimal point; `1.250` grams would be unusual.
  const read = parseNumber(text, { pointIsDecimal: unit !== 'g' });
  // Text that is not a number is reported later with its line number.
  return 'value' in read ? String(Math.round(read.value * (GRAMS[unit] ?? 1))) : text;
}

function attributeCells(cells: Cells, sanitizeTitle: WooReaderDeps['sanitizeTitle']): Record<string, string> {
  const found: Record<string, string> = {};
  for (const column of Object.keys(cells)) {
    const [, english, polish] = ATTRIBUTE.exec(column) ?? [];
    const number = english ?? polish;
    const label = number === undefined ? '' : (cells[column] ?? '').trim().slice(0, 100);
    if (number === undefined || label === '') continue;
    const values =
      cells[`Attribute ${number} value(s)`] ??
      cells[`Wartość(-ci) atrybutu ${number}`] ??
      cells[`Wartości atrybutu ${number}`] ??
      '';
    // Only URL-safe characters, because the attribute name becomes part of a column name.
    const name = sanitizeTitle(label)
      .replace(/[^a-z0-9_-]/g, '')
      .slice(0, 40);
    if (name !== '')
      found[`attribute:pa_${name} (${label.replace(/[()]/g, ' ').trim()})`] = joinCell(splitList(values), '|');
  }
  return found;
}
