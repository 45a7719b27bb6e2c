import { createRequire } from 'node:module';
import type Sharp from 'sharp';

const load = createRequire(__filename);
/**
 * Maximum number of pixels. A phone's largest photo has half of it; a file of a few kilobytes can claim more than any
 * machine has memory for.
 */
export const MAX_PIXELS = 100_000_000;
/** Timeout in seconds of one processing step. */
const MAX_SECONDS = 30;
/** Enabled readers: none that render, execute or fetch anything, whatever type a file claims to be. */
const READERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`);

let instance: typeof Sharp | undefined;

/** Loaded with the first image. */
function loadSharp(): typeof Sharp {
  if (instance) return instance;
  const loaded = load('sharp') as typeof Sharp;
  loaded.cache(false);
  // Requests need the other processors.
  loaded.concurrency(1);
  loaded.block({ operation: ['VipsForeignLoad'] });
  loaded.unblock({ operation: READERS });
  instance = loaded;
  return loaded;
}

/** Uncompressed pixels in memory. */
export interface RawImage {
  readonly data: Buffer;
  readonly raw: Sharp.Raw;
}

/** Returns the number of pixels an image's header declares; 0 when it is not an image. Nothing is decompressed. */
export async function claimedPixels(source: string | Buffer): Promise<number> {
  return loadSharp()(source, { limitInputPixels: false })
    .metadata()
    .then(
      ({ width, height }) => width * height,
      () => 0,
    );
}

/** Opens an image with limits on its size and on processing time. */
export function openImage(source: string | Buffer | RawImage): Sharp.Sharp {
  const bounds = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  const opened =
    typeof source === 'object' && 'raw' in source
      ? loadSharp()(source.data, { ...bounds, raw: source.raw })
      : loadSharp()(source, bounds);
  return opened.timeout({ seconds: MAX_SECONDS });
}
