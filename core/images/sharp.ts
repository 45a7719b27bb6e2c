import { createRequire } from 'node:module';
import type Sharp from 'sharp';

const requireModule = createRequire(__filename);
/**
 * Maximum number of pixels of an image. The largest photos of phones have half of it. A file of a few kilobytes can
 * declare more pixels than fit into any memory.
 */
export const MAX_PIXELS = 100_000_000;
/** Timeout of a processing step in seconds. */
const MAX_SECONDS = 30;
/** Readers that are enabled. None of them renders, executes or fetches anything, regardless of the declared type. */
const ENABLED_READERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`);

let instance: typeof Sharp | undefined;

/** Loads the library with the first image. */
function loadSharp(): typeof Sharp {
  if (instance) return instance;
  const loaded = requireModule('sharp') as typeof Sharp;
  loaded.cache(false);
  // Only one thread is used, because the other processors are needed for requests.
  loaded.concurrency(1);
  loaded.block({ operation: ['VipsForeignLoad'] });
  loaded.unblock({ operation: ENABLED_READERS });
  instance = loaded;
  return loaded;
}

/** Uncompressed pixels of an image in memory. */
export interface RawImage {
  readonly data: Buffer;
  readonly raw: Sharp.Raw;
}

/** Returns the number of pixels that the header of an image declares; 0 if it is not an image. Nothing is decoded. */
export async function declaredPixels(source: string | Buffer): Promise<number> {
  return loadSharp()(source, { limitInputPixels: false })
    .metadata()
    .then(
      ({ width, height }) => width * height,
      () => 0,
    );
}

/** Opens an image with limits for its size and the processing time. */
export function openImage(source: string | Buffer | RawImage): Sharp.Sharp {
  const bounds = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  const opened =
    typeof source === 'object' && 'raw' in source
      ? loadSharp()(source.data, { ...bounds, raw: source.raw })
      : loadSharp()(source, bounds);
  return opened.timeout({ seconds: MAX_SECONDS });
}
