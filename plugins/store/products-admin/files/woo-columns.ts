/** Column names of the WooCommerce export, in English and Polish. */
export const WOO_NAMES = {
  id: ['ID', 'Identyfikator'],
  type: ['Type', 'Rodzaj', 'Typ'],
  sku: ['SKU'],
  gtin: ['GTIN, UPC, EAN, or ISBN', 'GTIN, UPC, EAN lub ISBN'],
  name: ['Name', 'Nazwa'],
  published: ['Published', 'Opublikowano'],
  featured: ['Is featured?', 'Czy wyróżniony?'],
  visibility: ['Visibility in catalog', 'Widoczność w katalogu'],
  short: ['Short description', 'Krótki opis'],
  description: ['Description', 'Opis'],
  taxStatus: ['Tax status', 'Status podatku'],
  taxClass: ['Tax class', 'Klasa podatkowa', 'Klasa podatku'],
  saleFrom: ['Date sale price starts', 'Data rozpoczęcia promocji'],
  saleTo: ['Date sale price ends', 'Data zakończenia promocji'],
  inStock: ['In stock?', 'Czy w magazynie?'],
  stock: ['Stock', 'Stan magazynowy'],
  backorders: ['Backorders allowed?', 'Czy zamówienia oczekujące są dozwolone?'],
  sale: ['Sale price', 'Cena promocyjna'],
  regular: ['Regular price', 'Cena regularna', 'Cena'],
  categories: ['Categories', 'Kategorie'],
  tags: ['Tags', 'Tagi', 'Znaczniki'],
  images: ['Images', 'Obrazki', 'Obrazy'],
  parent: ['Parent', 'Rodzic', 'Nadrzędny'],
  position: ['Position', 'Pozycja'],
  brands: ['Brands', 'Marki'],
  upsells: ['Upsells', 'Up-sell', 'Sprzedaż dodatkowa'],
  crossSells: ['Cross-sells', 'Cross-sell', 'Sprzedaż krzyżowa'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;
export type WooKey = keyof typeof WOO_NAMES;
/** WooCommerce source of each Plinth column. */
export const SOURCE_COLUMN: Readonly<Record<string, WooKey>> = {
  sku: 'sku',
  gtin: 'gtin',
  name: 'name',
  status: 'published',
  featured: 'featured',
  visibility: 'visibility',
  short_description: 'short',
  description: 'description',
  regular_price: 'regular',
  sale_price: 'sale',
  sale_from: 'saleFrom',
  sale_to: 'saleTo',
  stock_quantity: 'stock',
  stock: 'inStock',
  backorders: 'backorders',
  kind: 'type',
  categories: 'categories',
  tax_rate: 'taxClass',
  tags: 'tags',
  brand: 'brands',
  images: 'images',
  image: 'images',
  position: 'position',
  upsells: 'upsells',
  cross_sells: 'crossSells',
};
/** Attribute columns of the WooCommerce export: name, values, visibility, global and default value. */
const ATTRIBUTE_PART =
  /^(?:Attribute \d{1,3} (?:name|value\(s\)|visible|global|default)|(?:Nazwa|Wartość\(-ci\)|Wartości|Widoczność|Globalność) atrybutu \d{1,3})$/;
/** Whether the column names are those of a WooCommerce export. */
export function isWooExport(names: readonly string[]): boolean {
  const has = (key: WooKey): boolean => WOO_NAMES[key].some((name) => names.includes(name));
  return has('id') && has('type') && has('name');
}

/** Whether a column is a WooCommerce attribute column. */
export function isAttributePart(name: string): boolean {
  return ATTRIBUTE_PART.test(name);
}
