import { createRequire } from 'node:module';
import type Sharp from 'sharp';

const load = createRequire(__filename);
/** A phone's largest picture has half of it; a file of a few kilobytes can claim to have more than any machine holds. */
export const MAX_PIXELS = 100_000_000;
/** Seconds one step of work on a picture may take. */
const MAX_SECONDS = 30;
/** What is read: nothing that draws, runs or fetches, whatever a file says it is. */
const READERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`);

let made: typeof Sharp | undefined;

/** Read with the first picture. */
function sharp(): typeof Sharp {
  if (made) return made;
  const loaded = load('sharp') as typeof Sharp;
  loaded.cache(false);
  // Requests need the other processors.
  loaded.concurrency(1);
  loaded.block({ operation: ['VipsForeignLoad'] });
  loaded.unblock({ operation: READERS });
  made = loaded;
  return loaded;
}

/** Pixels that stand in memory. */
export interface RawImage {
  readonly data: Buffer;
  readonly raw: Sharp.Raw;
}

/** How many pixels a picture claims to have, as its head says; 0 for what is no picture. Nothing of it is unpacked. */
export async function claimedPixels(source: string | Buffer): Promise<number> {
  return sharp()(source, { limitInputPixels: false })
    .metadata()
    .then(
      ({ width, height }) => width * height,
      () => 0,
    );
}

/** Opens a picture with bounds on its size and on the time that work on it takes. */
export function openImage(source: string | Buffer | RawImage): Sharp.Sharp {
  const bounds = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  const opened =
    typeof source === 'object' && 'raw' in source
      ? sharp()(source.data, { ...bounds, raw: source.raw })
      : sharp()(source, bounds);
  return opened.timeout({ seconds: MAX_SECONDS });
}
