import type { PluginScope } from 'plinth';
import type { ProductRecord } from '../contract/index.js';
import type { ProductFiles } from './product-files.js';

/** Says on a product's page that its files are there as soon as it is paid, where another product has a time of delivery. */
export function sayAtOnce(scope: Pick<PluginScope, 'addFilter' | '__' | '_n' | 'escHtml'>, files: Pick<ProductFiles, 'of'>): void {
  scope.addFilter('store/product_html', async (html: string, { id }: ProductRecord, { kind, stock }: { kind: string; stock: string }) => {
    const sold = kind === 'digital' && stock !== 'outofstock' ? await files.of([id]) : [];
    return sold.length === 0 ? html : `<p class="product__download">${scope.escHtml(scope._n('Download of %d file: available at once after payment', 'Download of %d files: available at once after payment', sold.length))}</p>${html}`;
  }, 5, 3);
}
