import type { NewProduct, ProductEditor } from '../contract/index.js';
import type { ProductInput } from '../products/product-input.js';
import type { FieldsWriter } from './fields-writer.js';
import type { ProductWriter } from './product-writer.js';

const USUAL: Omit<ProductInput, 'name' | 'price'> = {
  id: 0,
  slug: '',
  status: 'publish',
  visibility: 'visible',
  kind: 'physical',
  sku: '',
  gtin: '',
  shortDescription: '',
  description: '',
  stockQuantity: null,
  stock: 'instock',
  backorders: false,
  taxRate: 23,
  weight: 0,
  unit: '',
  unitContent: 0,
  position: 0,
  featured: false,
  termIds: [],
  images: [],
  variations: [],
  fields: {},
};

/** The service `store.products`. */
export function createProductEditor(products: Pick<ProductWriter, 'save'>, setFields: FieldsWriter): ProductEditor {
  return {
    create: ({ price, ...product }: NewProduct) =>
      products.save(
        { ...USUAL, ...product, price: { regular: price, sale: null, saleFrom: null, saleTo: null } },
        'import',
        { numberSlug: true },
      ),
    setFields,
  };
}
