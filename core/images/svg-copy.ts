import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createTurns } from './concurrency-limit.js';

const load = createRequire(__filename);
const inTurn = createTurns(1);

/** Width in pixels: the maximum that social networks show for a link. */
const WIDTH = 1200;
/** Maximum bytes of an SVG that is rendered; a larger one is not a product image. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_PNG = 8 * 1024 * 1024;
const TIMEOUT_MS = 20_000;

/**
 * Renders in a separate process: SVG rendering is disabled in the site's own process (`sharp.ts`), where files claiming
 * to be photos are opened, and any damage a drawing causes ends with that process. Since it reads from a buffer, it
 * cannot access files next to the drawing.
 */
const RENDER_SCRIPT = `const sharp = require(process.argv[1]); const chunks = [];
process.stdin.on('data', (one) => chunks.push(one)).on('end', async () => {
  const drawing = Buffer.concat(chunks);
  const { width, height } = await sharp(drawing).metadata();
  const density = Math.max(1, Math.min(2400, Math.round((72 * ${WIDTH}) / width)));
  if (!(width > 0 && height > 0 && height <= width * 4)) throw new Error('no picture');
  process.stdout.write(await sharp(drawing, { density, limitInputPixels: 50e6 }).resize({ width: ${WIDTH} }).flatten({ background: '#ffffff' }).png({ palette: true }).toBuffer());
}).on('error', () => process.exit(1)); process.on('unhandledRejection', () => process.exit(1));`;

/**
 * Returns the PNG copy of an SVG drawing, 1,200 pixels wide, created on first request, since social networks do not
 * show SVG. A changed drawing gets a new copy.
 * @param file the SVG
 * @param folder folder of the copies
 * @returns the path of the PNG; undefined when it cannot be rendered
 */
export function drawnCopy(file: string, folder: string): Promise<string | undefined> {
  return inTurn(async () => {
    const { size } = await stat(file);
    if (size > MAX_BYTES) return undefined;
    const drawing = await readFile(file);
    const cachedFile = join(folder, `${createHash('sha256').update(drawing).digest('hex').slice(0, 40)}.png`);
    if (
      await stat(cachedFile).then(
        () => true,
        () => false,
      )
    )
      return cachedFile;
    const bytes = await renderPng(drawing);
    if (bytes === undefined) return undefined;
    await mkdir(folder, { recursive: true });
    await writeFile(`${cachedFile}.part`, bytes, { mode: 0o600 });
    await rename(`${cachedFile}.part`, cachedFile);
    return cachedFile;
  });
}

function renderPng(drawing: Buffer): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--max-old-space-size=128', '-e', RENDER_SCRIPT, load.resolve('sharp')],
      { encoding: 'buffer', env: {}, maxBuffer: MAX_PNG, timeout: TIMEOUT_MS },
      (error, png) => resolve(error === null && png.length > 0 ? png : undefined),
    );
    // A process that ends early stops reading its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(drawing);
  });
}
