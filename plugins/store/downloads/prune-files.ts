import type { FileShelf } from './file-shelf.js';
import type { OrderDownloads } from './order-downloads.js';
import type { ProductFiles } from './product-files.js';

const BATCH = 100;

/** Lets go of files that are sold no more and that nobody may fetch, and of those that were uploaded for nothing. @returns how many products' files went */
export async function pruneFiles({
  files,
  downloads,
  shelf,
}: {
  readonly files: ProductFiles;
  readonly downloads: Pick<OrderDownloads, 'isNeeded'>;
  readonly shelf: Pick<FileShelf, 'clear'>;
}): Promise<number> {
  let gone = 0;
  for (let after = 0; ;) {
    const batch = await files.retired(after, BATCH);
    for (const file of batch) {
      after = file.id;
      if (await downloads.isNeeded(file)) continue;
      await files.forget(file);
      gone += 1;
    }
    if (batch.length < BATCH) break;
  }
  await shelf.clear();
  return gone;
}
