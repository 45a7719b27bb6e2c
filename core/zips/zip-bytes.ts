import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { PlinthError } from '../api/index.js';
import type { ZipLimits } from './limits.js';

/**
 * The bytes of a zip that is given as such or by its path.
 * @throws PlinthError `zip_not_found`, `plugin_zip_refused`
 */
export async function zipBytes(zip: Buffer | string, limits: Pick<ZipLimits, 'zipBytes'>): Promise<Buffer> {
  if (typeof zip !== 'string') return zip;
  const file = await stat(zip).catch((cause: unknown) => {
    throw new PlinthError('zip_not_found', `There is no file ${basename(zip)}.`, {
      cure: 'Check the path of the zip.',
      cause,
    });
  });
  if (!file.isFile() || file.size > limits.zipBytes)
    throw new PlinthError('plugin_zip_refused', `${basename(zip)} is no zip that can be installed.`);
  return readFile(zip);
}
