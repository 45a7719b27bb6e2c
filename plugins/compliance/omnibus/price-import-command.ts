import { readFile } from 'node:fs/promises';
import { PlinthError, type PluginScope } from 'plinth';
import type { PriceImport } from './price-import.js';

/** `compliance prices import`: earlier prices from a CSV file. */
export function registerPriceImportCommand(
  scope: Pick<PluginScope, 'addCommand' | '__'>,
  { priceImport }: { readonly priceImport: PriceImport },
): void {
  const { __ } = scope;
  scope.addCommand({
    name: 'compliance prices import <file>',
    description:
      'Import earlier prices from a CSV file with the columns sku or id, variation, price, currency, from and to.',
    async run([file = ''], _options, output) {
      const text = await readFile(file, 'utf8').catch(() => {
        throw new PlinthError('compliance_price_file_unreadable', __('The file %s cannot be read.', file), {
          hint: 'plinth compliance prices import prices.csv',
          kind: 'refusal',
        });
      });
      const { added, unchanged, errors } = await priceImport.run(text);
      for (const error of errors) output.line(error);
      if (errors.length > 0)
        throw new PlinthError('compliance_price_import_invalid', __('Nothing was imported.'), {
          hint: __('Correct the lines, and import the file again.'),
          kind: 'refusal',
        });
      output.line(__('%1$d prices imported, %2$d unchanged.', added, unchanged));
    },
  });
}
