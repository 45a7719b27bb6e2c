import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { mapToSources } from '../../core/process/source-frames.js';
import { assertDefined } from '../kit/assert-defined.js';

const SOURCE =
  'interface Shop {\n  name: string;\n}\nexport function open(shop: Shop): never {\n  throw new Error(shop.name);\n}\n';

it.each(['inline', 'linked'] as const)('maps a stack frame to its source with a source map that is %s', (sourcemap) => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-frames-'));
  const file = join(folder, 'site.js');
  buildSync({
    stdin: { contents: SOURCE, sourcefile: join(folder, 'shop.ts'), loader: 'ts', resolveDir: folder },
    outfile: file,
    format: 'cjs',
    sourcemap,
  });
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('throw'));
  const [frame] = mapToSources([
    { name: 'open', file: `file://${file}`, line: line + 1, column: assertDefined(lines[line]?.indexOf('throw')) },
  ]);
  expect(frame).toMatchObject({ name: 'open', file: join(folder, 'shop.ts'), line: 5 });
  rmSync(folder, { recursive: true });
});
