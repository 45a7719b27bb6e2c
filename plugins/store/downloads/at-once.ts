import type { MaybePromise, PluginScope } from 'plinth';
import type { ProductRecord } from '../contract/index.js';
import type { ProductFiles } from './product-files.js';

/** Says on a product's page that its files are there as soon as it is paid, where another product has a time of delivery. */
export function sayAtOnce(
  scope: Pick<PluginScope, 'addFilter' | '__' | '_n' | 'escHtml'>,
  files: Pick<ProductFiles, 'of'>,
): void {
  async function said(html: string, id: number): Promise<string> {
    const sold = await files.of([id]);
    return sold.length === 0
      ? html
      : `<p class="product__download">${scope.escHtml(scope._n('Download of %d file: available at once after payment', 'Download of %d files: available at once after payment', sold.length))}</p>${html}`;
  }
  scope.addFilter(
    'store/product_html',
    (html: string, { id }: ProductRecord, { kind, stock }: { kind: string; stock: string }): MaybePromise<string> =>
      kind === 'digital' && stock !== 'outofstock' ? said(html, id) : html,
    5,
    3,
  );
}
