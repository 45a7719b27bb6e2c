/** Columns of WooCommerce's export, in English and in its Polish translation. */
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
/** Source of each Plinth column; a column without a source in the file is absent. */
export const MADE_OF: Readonly<Record<string, WooKey>> = {
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
/** Attribute columns: name, values, and how the other shop uses the attribute. */
const ATTRIBUTE_PART =
  /^(?:Attribute \d{1,3} (?:name|value\(s\)|visible|global|default)|(?:Nazwa|Wartość\(-ci\)|Wartości|Widoczność|Globalność) atrybutu \d{1,3})$/;
/** Whether the first line of a file is the header of WooCommerce's export. */
export function isWooHead(names: readonly string[]): boolean {
  const has = (key: WooKey): boolean => WOO_NAMES[key].some((name) => names.includes(name));
  return has('id') && has('type') && has('name');
}

/** Whether a column is a WooCommerce attribute column. */
export function isAttributePart(name: string): boolean {
  return ATTRIBUTE_PART.test(name);
}
