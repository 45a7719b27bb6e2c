import { access } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Formatting, HookApi, OptionsApi, UploadFolder, UploadsApi } from '../api/index.js';

interface UploadFolderDeps {
  /** Folder of the uploads. */
  folder: string;
  /** Its URL, without a trailing slash. */
  baseUrl: string;
  hooks: HookApi;
  options: Pick<OptionsApi, 'getOption'>;
  formatting: Pick<Formatting, 'sanitizeFileName'>;
  now: () => Date;
}

/** Suffix of the names of image copies; an original with this suffix could be mistaken for a copy. */
const COPY_SUFFIX = /-(?:\d+x\d+|scaled|rotated)$/;
const IMAGE_EXTENSIONS = new Set(['jpg', 'jpeg', 'jpe', 'png', 'gif', 'webp', 'avif', 'heic']);

type Folders = Pick<UploadsApi, 'wpUploadDir' | 'wpUniqueFilename'>;

/** Creates the functions that choose the folder and name of an upload. */
export function createUploadFolder({ folder, baseUrl, hooks, options, formatting, now }: UploadFolderDeps): Folders {
  async function wpUploadDir(time: string | null = null): Promise<UploadFolder> {
    const byMonth = Boolean(Number(await options.getOption('uploads_use_yearmonth_folders', 1)));
    const [, year, month] = /^(\d{4})[/-](\d\d)/.exec(time ?? '') ?? /^(\d{4})-(\d\d)/.exec(now().toISOString()) ?? [];
    const subdir = byMonth ? `/${year ?? ''}/${month ?? ''}` : '';
    const found: UploadFolder = {
      path: folder + subdir,
      url: baseUrl + subdir,
      subdir,
      basedir: folder,
      baseurl: baseUrl,
      error: false,
    };
    return hooks.applyFilters('upload_dir', found);
  }

  return {
    wpUploadDir,
    async wpUniqueFilename(directory, fileName) {
      const name = formatting.sanitizeFileName(fileName).slice(-200);
      const extension = extname(name);
      const stem = name.slice(0, name.length - extension.length);
      const ext = extension.toLowerCase();
      const isImage = IMAGE_EXTENSIONS.has(ext.slice(1));
      let number: number | '' = isImage && COPY_SUFFIX.test(stem) ? 1 : '';
      const candidateName = (): string => `${stem}${number === '' ? '' : `-${number}`}${ext}`;
      while (await exists(join(directory, candidateName()))) number = number === '' ? 1 : number + 1;
      return hooks.applyFilters('wp_unique_filename', candidateName(), ext, directory, null, [], String(number));
    },
  };
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
