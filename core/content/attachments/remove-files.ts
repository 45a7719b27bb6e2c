import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AttachmentMetadata } from '../../api/index.js';
import { webCopyOf } from '../../images/index.js';
import { isWithin } from '../../uploads/index.js';
import { type AttachmentDeps, createUploadBase } from './deps.js';

/** Removes a file with its copies; whatever is written in the database, only uploads are removed. */
export function createFileRemoval(
  deps: AttachmentDeps,
): (file: string, metadata: AttachmentMetadata | false) => Promise<void> {
  const uploadBase = createUploadBase(deps);
  return async (file, metadata) => {
    const { basedir } = await uploadBase();
    const names = metadata
      ? [
          ...Object.values(metadata.sizes ?? {}).map((copy) => copy.file),
          ...(metadata.original_image === undefined ? [] : [metadata.original_image]),
        ]
      : [];
    for (const path of new Set([file, ...names.map((name) => join(dirname(file), basename(name)))])) {
      const target = await deps.hooks.applyFilters('wp_delete_file', path);
      if (target !== '' && isWithin(basedir, target) && target !== basedir)
        for (const one of [target, webCopyOf(target)]) await rm(one, { force: true });
    }
  };
}
