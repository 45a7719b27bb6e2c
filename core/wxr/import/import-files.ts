import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PlinthError, toUtcString } from '../../api/index.js';
import { readWxrFile } from '../read/read-wxr.js';
import type { ImportDeps } from './deps.js';
import type { ImportRecords } from './import-records.js';
import { previewEntries } from './preflight.js';

/** Files submitted for import. */
export interface ImportFiles {
  /** Folder for files that are too large to be uploaded. */
  readonly folder: string;
  /** Returns the names of the files in it. */
  listFiles(): Promise<{ readonly files: readonly string[]; readonly media: readonly string[] }>;
  /**
   * Stores a file and parses all of it, without importing anything.
   * @throws PlinthError `wxr_invalid`, `wxr_doctype`, `wxr_too_large`, `wxr_not_readable`
   */
  addFile(file: string, name: string, userId: number): Promise<number>;
  /** The same for uploaded bytes. */
  addUpload(bytes: Buffer, name: string, userId: number): Promise<number>;
  /**
   * The same for a file in the folder.
   * @throws PlinthError additionally `import_file_not_found`
   */
  addFromFolder(name: string, userId: number): Promise<number>;
}

interface ImportFileDeps extends Pick<ImportDeps, 'content' | 'now' | 'text'> {
  readonly dataDir: string;
  readonly records: Pick<ImportRecords, 'add'>;
}

/** Creates the functions that receive and preview files for import. */
export function createImportFiles({ dataDir, content, records, now, text: { __ } }: ImportFileDeps): ImportFiles {
  const folder = join(dataDir, 'import');
  const copiesFolder = join(dataDir, 'imports');

  async function createCopyPath(): Promise<string> {
    await mkdir(copiesFolder, { recursive: true, mode: 0o700 });
    return join(copiesFolder, `${randomBytes(12).toString('hex')}.xml`);
  }

  async function previewFile(file: string, name: string, userId: number): Promise<number> {
    const copy = await createCopyPath();
    await copyFile(file, copy).catch((cause: unknown) => {
      throw new PlinthError('wxr_not_readable', `${file} cannot be read.`, {
        status: 400,
        kind: 'refusal',
        hint: 'Check the path and its permissions.',
        cause,
      });
    });
    return previewCopy(copy, name, userId);
  }

  async function previewCopy(copy: string, name: string, userId: number): Promise<number> {
    try {
      const found = await previewEntries(readWxrFile(copy), content);
      const total =
        found.problemCount +
        found.authors.length +
        [...found.kinds, ...found.taxonomies].reduce((sum, { count }) => sum + count, 0);
      return await records.add({
        name: basename(name).slice(0, 190),
        file: copy,
        media: '',
        state: 'checked',
        user_id: userId,
        preview: JSON.stringify(found),
        choices: '',
        done: 0,
        total,
        error: '',
        created_at: toUtcString(now()),
      });
    } catch (error) {
      await rm(copy, { force: true });
      throw error;
    }
  }

  return {
    folder,
    async listFiles() {
      const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const visible = found.filter(({ name }) => !name.startsWith('.')).slice(0, 200);
      return {
        files: visible.filter((entry) => entry.isFile() && /\.xml$/i.test(entry.name)).map(({ name }) => name),
        media: visible.filter((entry) => entry.isDirectory() || /\.zip$/i.test(entry.name)).map(({ name }) => name),
      };
    },
    addFile: previewFile,
    async addUpload(bytes, name, userId) {
      const copy = await createCopyPath();
      await writeFile(copy, bytes, { mode: 0o600 });
      return previewCopy(copy, name, userId);
    },
    async addFromFolder(name, userId) {
      const exists = (await readdir(folder).catch((): string[] => [])).includes(name);
      if (!exists)
        throw new PlinthError('import_file_not_found', __('This file is not in the folder.'), { status: 404 });
      return previewFile(join(folder, name), name, userId);
    },
  };
}
