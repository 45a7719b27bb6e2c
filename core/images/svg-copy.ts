import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createConcurrencyLimit } from './concurrency-limit.js';

const requireModule = createRequire(__filename);
const limitConcurrency = createConcurrencyLimit(1);

/** Width of the copy in pixels, which is the maximum that social networks show for a link. */
const WIDTH = 1200;
/** Maximum size of an SVG in bytes. Larger files are no product images and are not rendered. */
const MAX_SVG_BYTES = 2 * 1024 * 1024;
const MAX_PNG_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 20_000;

/**
 * Script that renders an SVG in a separate process. In the site's own process, SVG rendering is disabled (`sharp.ts`),
 * because files may only claim to be photos. If a file causes damage, it ends with the separate process. The script
 * reads from a buffer, so the SVG cannot access other files.
 */
const RENDER_SCRIPT = `const sharp = require(process.argv[1]); const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', async () => {
  const drawing = Buffer.concat(chunks);
  const { width, height } = await sharp(drawing).metadata();
  const density = Math.max(1, Math.min(2400, Math.round((72 * ${WIDTH}) / width)));
  if (!(width > 0 && height > 0 && height <= width * 4)) throw new Error('invalid image size');
  process.stdout.write(await sharp(drawing, { density, limitInputPixels: 50e6 }).resize({ width: ${WIDTH} }).flatten({ background: '#ffffff' }).png({ palette: true }).toBuffer());
}).on('error', () => process.exit(1)); process.on('unhandledRejection', () => process.exit(1));`;

/**
 * Returns the PNG copy of an SVG, because social networks do not show SVG. It is 1,200 pixels wide and is created with
 * the first request. A changed SVG gets a new copy.
 * @param file path of the SVG
 * @param folder folder for the copies
 * @returns the path of the PNG; undefined if the SVG cannot be rendered
 */
export function getPngCopy(file: string, folder: string): Promise<string | undefined> {
  return limitConcurrency(async () => {
    const { size } = await stat(file);
    if (size > MAX_SVG_BYTES) return undefined;
    const svg = await readFile(file);
    const cachedFile = join(folder, `${createHash('sha256').update(svg).digest('hex').slice(0, 40)}.png`);
    if (
      await stat(cachedFile).then(
        () => true,
        () => false,
      )
    )
      return cachedFile;
    const bytes = await renderPng(svg);
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
      ['--max-old-space-size=128', '-e', RENDER_SCRIPT, requireModule.resolve('sharp')],
      { encoding: 'buffer', env: {}, maxBuffer: MAX_PNG_BYTES, timeout: TIMEOUT_MS },
      (error, png) => resolve(error === null && png.length > 0 ? png : undefined),
    );
    // If the process ends early, it stops reading its input, which causes an error here.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(drawing);
  });
}
