import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { COPY_FORMAT } from '../../plugins/facet/index/index-copies';

const ROOT = path.join(__dirname, '..', '..');
/** All files that determine the contents of an index copy. */
const FOLDERS = ['plugins/facet/engine', 'plugins/facet/search'];
const FILES = [
  'plugins/facet/index/facet-record.ts',
  'plugins/facet/index/packed-parts.ts',
  'plugins/facet/index/clean-value.ts',
  'core/api/normalize-for-search.ts',
  'node_modules/stemmer/package.json',
];

/**
 * The format of index copies and a checksum of these files. After changing one of them: if existing copies are still
 * valid, update only the checksum; otherwise increase the format too.
 */
const KNOWN = { format: 4, sum: '667157bc1c7cd647' };

it('requires a new index copy format when the code behind it changes', () => {
  const sum = createHash('sha256');
  const files = [
    ...FOLDERS.flatMap((folder) =>
      readdirSync(path.join(ROOT, folder))
        .sort()
        .map((name) => `${folder}/${name}`),
    ),
    ...FILES,
  ];
  for (const file of files) sum.update(file).update(readFileSync(path.join(ROOT, file)));
  expect({ format: COPY_FORMAT, sum: sum.digest('hex').slice(0, 16) }).toEqual(KNOWN);
});
