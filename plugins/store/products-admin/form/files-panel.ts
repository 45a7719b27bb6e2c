import type { PageRequest, PluginScope } from 'plinth';
import type { StoredProduct } from '../../catalog/stored-product.js';
import type { CatalogTerm, FormError } from '../../contract/index.js';
import type { FileParts } from '../../downloads/boot.js';
import { formatSize } from '../../downloads/order-downloads.js';
import { MAX_FILES, type ProductFileInput } from '../../downloads/product-files.js';
import { MAX_DOWNLOADS } from '../../products/store-settings.js';
import { variationRowName } from './variation-rows.js';
import { orderedListTexts } from './reorder-texts.js';

/** Submitted values of a downloadable file. */
interface FileForm extends ProductFileInput {
  readonly position: string;
  readonly remove: boolean;
}

/** Submitted values of all downloadable files, which are shown again when the form has errors. */
export interface FilesForm {
  readonly files: readonly FileForm[];
  readonly downloads: string;
  readonly days: string;
  readonly errors: readonly FormError[];
}

/** Panel of downloadable files in the product form. */
export interface FilesPanel {
  formOf(product: StoredProduct | null): Promise<FilesForm>;
  /** Reads the submitted values. Uploaded files are stored even if the form has errors. */
  read(request: PageRequest): Promise<FilesForm>;
  html(form: FilesForm, product: StoredProduct | null, terms: readonly CatalogTerm[], kind: string): Promise<string>;
  /** Saves the files. Call it inside the transaction that saves the product. */
  save(productId: number, form: FilesForm): Promise<void>;
}

/** Maximum number of files offered for selection. */
const MAX_OFFERED_FILES = 100;

export function createFilesPanel({
  scope,
  files,
  fileStore,
}: FileParts & { readonly scope: Pick<PluginScope, '__' | 'render' | 'locale'> }): FilesPanel {
  const { __ } = scope;
  const parseInteger = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);
  const parseLimit = (text: string): number | null =>
    text === '' ? null : Math.min(MAX_DOWNLOADS, parseInteger(text));

  return {
    async formOf(product) {
      const storedFiles = product ? await files.listByProducts([product.id]) : [];
      const { downloads, days } = product ? await files.limitsOf(product.id) : { downloads: null, days: null };
      return {
        files: storedFiles.map(({ id, file, variationId, name }, index) => ({
          id,
          fileId: file.id,
          variationId,
          name,
          position: String(index + 1),
          remove: false,
        })),
        downloads: String(downloads ?? ''),
        days: String(days ?? ''),
        errors: [],
      };
    },
    async read(request) {
      const errors: FormError[] = [];
      const text = (name: string): string => request.field(name).trim();
      const submittedFiles = Array.from({ length: MAX_FILES }, (_, index) => index)
        .filter((index) => text(`file_${index}_file`) !== '')
        .map((index): FileForm => ({
          id: parseInteger(text(`file_${index}_id`)),
          fileId: parseInteger(text(`file_${index}_file`)),
          variationId: parseInteger(text(`file_${index}_variation`)),
          name: text(`file_${index}_name`).slice(0, 200),
          position: text(`file_${index}_position`),
          remove: text(`file_${index}_remove`) === '1',
        }));
      const emptyFile = { id: 0, variationId: 0, position: '', remove: false };
      const selectedFiles = (await fileStore.find([parseInteger(text('file_known'))])).values();
      const newFiles = [...selectedFiles].map((file): FileForm => ({ ...emptyFile, fileId: file.id, name: file.name }));
      for (const upload of request.files.filter(
        ({ field, bytes }) => field.startsWith('downloads') && bytes.length > 0,
      )) {
        if (submittedFiles.length + newFiles.length >= MAX_FILES) {
          errors.push({ field: 'downloads-files', message: __('A product can have up to %d files.', MAX_FILES) });
          break;
        }
        const file = await fileStore.save(upload.name, upload.bytes);
        newFiles.push({ ...emptyFile, fileId: file.id, name: file.name.replace(/\.[a-z\d]{1,10}$/i, '') || file.name });
      }
      const [downloads, days] = [text('download_limit'), text('download_days')];
      for (const [field, value] of [
        ['download_limit', downloads],
        ['download_days', days],
      ] as const)
        if (value !== '' && (!/^\d+$/.test(value) || Number(value) > MAX_DOWNLOADS))
          errors.push({ field, message: __('Enter a whole number from 0 to %d.', MAX_DOWNLOADS) });
      return {
        files: [...submittedFiles, ...newFiles],
        downloads: downloads.slice(0, 10),
        days: days.slice(0, 10),
        errors,
      };
    },
    async html(form, product, terms, kind) {
      const filesById = await fileStore.find(form.files.map(({ fileId }) => fileId));
      const variationNames = (product?.variations ?? []).map(({ id }) => ({
        id,
        name: variationRowName({ key: `v${id}` }, product, terms),
      }));
      const rows = form.files.flatMap((row, index) => {
        const file = filesById.get(row.fileId);
        return file
          ? [
              {
                ...row,
                index,
                position: row.position || String(index + 1),
                original: file.name,
                size: formatSize(file.bytes, scope.locale()),
                variations: variationNames.map((variation) => ({
                  ...variation,
                  selected: variation.id === row.variationId,
                })),
              },
            ]
          : [];
      });
      const errorOf = Object.fromEntries(form.errors.map(({ field, message }) => [field, message]));
      return scope.render('products-admin/files-panel', {
        rows,
        form,
        reorderLabels: orderedListTexts(scope),
        error: { limit: errorOf.download_limit, days: errorOf.download_days, files: errorOf['downloads-files'] },
        isOpen: kind === 'digital' || rows.length > 0,
        known: (await fileStore.newest(MAX_OFFERED_FILES))
          .filter(({ id }) => !filesById.has(id))
          .map(({ id, name, bytes }) => ({ id, name, size: formatSize(bytes, scope.locale()) })),
      });
    },
    async save(productId, { files: submittedFiles, downloads, days }) {
      const remaining = submittedFiles
        .filter(({ remove }) => !remove)
        .map((file, index) => ({ file, position: parseInteger(file.position) || index + 1, index }));
      remaining.sort((a, b) => a.position - b.position || a.index - b.index);
      await files.save(
        productId,
        remaining.map(({ file: { id, fileId, variationId, name } }) => ({ id, fileId, variationId, name })),
        { downloads: parseLimit(downloads), days: parseLimit(days) },
      );
    },
  };
}
