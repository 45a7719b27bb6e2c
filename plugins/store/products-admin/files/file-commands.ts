import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { type Command, PlinthError, type PluginScope } from 'plinth';
import type { CatalogParts } from '../../catalog/boot.js';
import type { Money } from '../../money/money.js';
import { siteZone } from '../../time/local-time.js';
import type { ColumnMappingStore } from './column-mappings.js';
import { exportProducts } from './product-export.js';
import type { ProductImport } from './product-import.js';

interface FileCommandsDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | '_n' | 'audit' | 'getOption'>;
  readonly parts: CatalogParts;
  readonly money: Money;
  readonly productImport: ProductImport;
  /** Column mappings saved under *Products → Import and export*. */
  readonly columnMappings: ColumnMappingStore;
}

/** Commands `store export <file>` and `store import <file>`. */
export function fileCommands({
  scope: { db, __, _n, audit, getOption },
  parts,
  money,
  productImport,
  columnMappings,
}: FileCommandsDeps): Command[] {
  const fileError = (file: string, error: unknown): PlinthError =>
    new PlinthError(
      'store_file_invalid',
      __('The file %1$s can’t be used: %2$s', file, error instanceof Error ? error.message : String(error)),
      { hint: __('Check the file name and the file permissions.') },
    );

  return [
    {
      name: 'store export <file>',
      description: __('Export all products to a CSV file'),
      async run([file = ''], _options, output) {
        const total = (await parts.products.list({ limit: 1, offset: 0 })).total;
        await audit.record({
          action: 'data.exported',
          subject: { kind: 'export', id: 'products', title: __('Products') },
          details: { products: total },
        });
        const fileHandle = await open(`${file}.part`, 'w').catch((error: unknown) => {
          throw fileError(file, error);
        });
        const zone = await siteZone(getOption);
        const bar = output.progress(__('Products'), total);
        try {
          for await (const { text, products } of exportProducts({ db, parts, money, timeZone: zone })) {
            await fileHandle.write(text);
            bar.update(products);
          }
          await fileHandle.close();
          await rename(`${file}.part`, file);
        } catch (error) {
          await fileHandle.close().catch(() => undefined);
          await rm(`${file}.part`, { force: true });
          throw error;
        } finally {
          bar.stop();
        }
        output.line(_n('%d product exported.', '%d products exported.', total));
      },
    },
    {
      name: 'store import <file>',
      description: __('Create and update products from a CSV file'),
      options: [{ flags: '--dry-run', description: __('Preview the changes without saving them') }],
      async run([file = ''], options, output) {
        const stream = createReadStream(file);
        await new Promise<void>((resolve, reject) => {
          stream.once('open', () => resolve());
          stream.once('error', (error) => reject(fileError(file, error)));
        });
        const report = await productImport.run(stream as AsyncIterable<Buffer>, {
          dryRun: options.dryRun === true || options['dry-run'] === true,
          mapping: columnMappings.find,
        });
        for (const { line, sku, message } of report.problems)
          output.warn(__('Row %1$d (%2$s): %3$s', line, sku, message));
        output.line(
          __(
            '%1$d created, %2$d updated, %3$d unchanged, %4$d rejected.',
            report.created,
            report.updated,
            report.unchanged,
            report.refused,
          ),
        );
        if (report.refused > 0)
          throw new PlinthError(
            'store_import_incomplete',
            _n('%d product was rejected.', '%d products were rejected.', report.refused),
            { hint: __('Correct these rows and import the file again. Rows already imported stay unchanged.') },
          );
      },
    },
  ];
}
