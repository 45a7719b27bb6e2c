import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createTurns } from './concurrency-limit.js';

const load = createRequire(__filename);
const inTurn = createTurns(1);

/** Pixels: what networks show of a link at most. */
const WIDTH = 1200;
/** Bytes of a drawing that is drawn; a larger one is no picture of a product. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_PNG = 8 * 1024 * 1024;
const TIMEOUT_MS = 20_000;

/**
 * Draws in a process of its own: what draws is shut out of the site's (`sharp.ts`), where whatever says that it is a photograph is opened, and what a drawing
 * does to its reader ends with that process. From bytes it finds no files beside it.
 */
const DRAW = `const sharp = require(process.argv[1]); const chunks = [];
process.stdin.on('data', (one) => chunks.push(one)).on('end', async () => {
  const drawing = Buffer.concat(chunks);
  const { width, height } = await sharp(drawing).metadata();
  const density = Math.max(1, Math.min(2400, Math.round((72 * ${WIDTH}) / width)));
  if (!(width > 0 && height > 0 && height <= width * 4)) throw new Error('no picture');
  process.stdout.write(await sharp(drawing, { density, limitInputPixels: 50e6 }).resize({ width: ${WIDTH} }).flatten({ background: '#ffffff' }).png({ palette: true }).toBuffer());
}).on('error', () => process.exit(1)); process.on('unhandledRejection', () => process.exit(1));`;

/**
 * The copy of a drawing in pixels, 1,200 wide, made the first time it is asked for: networks show no SVG. A drawing that changed gets another copy.
 * @param file the SVG
 * @param folder where copies are kept
 * @returns the path of the PNG; undefined for what cannot be drawn
 */
export function drawnCopy(file: string, folder: string): Promise<string | undefined> {
  return inTurn(async () => {
    const { size } = await stat(file);
    if (size > MAX_BYTES) return undefined;
    const drawing = await readFile(file);
    const kept = join(folder, `${createHash('sha256').update(drawing).digest('hex').slice(0, 40)}.png`);
    if (
      await stat(kept).then(
        () => true,
        () => false,
      )
    )
      return kept;
    const bytes = await drawn(drawing);
    if (bytes === undefined) return undefined;
    await mkdir(folder, { recursive: true });
    await writeFile(`${kept}.part`, bytes, { mode: 0o600 });
    await rename(`${kept}.part`, kept);
    return kept;
  });
}

function drawn(drawing: Buffer): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--max-old-space-size=128', '-e', DRAW, load.resolve('sharp')],
      { encoding: 'buffer', env: {}, maxBuffer: MAX_PNG, timeout: TIMEOUT_MS },
      (error, png) => resolve(error === null && png.length > 0 ? png : undefined),
    );
    // Who ends early no longer reads.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(drawing);
  });
}
