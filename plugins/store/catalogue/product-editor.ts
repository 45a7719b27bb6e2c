import type { NewProduct, ProductEditor } from '../contract/index.js';
import { BLANK_PRODUCT } from '../products/product-input.js';
import type { FieldsWriter } from './fields-writer.js';
import type { ProductWriter } from './product-writer.js';

/** The service `store.products`. */
export function createProductEditor(products: Pick<ProductWriter, 'save'>, setFields: FieldsWriter): ProductEditor {
  return {
    create: ({ price, ...product }: NewProduct) =>
      products.save(
        {
          ...BLANK_PRODUCT,
          status: 'publish',
          ...product,
          price: { regular: price, sale: null, saleFrom: null, saleTo: null },
        },
        'import',
        { numberSlug: true },
      ),
    setFields,
  };
}
