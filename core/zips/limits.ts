import { PlinthError } from '../api/index.js';

/** Limits on the zip of a plugin or theme. Checked against its declared sizes, and again on the unpacked data. */
export interface ZipLimits {
  /** Maximum bytes of the zip itself. */
  readonly zipBytes: number;
  readonly entries: number;
  /** Maximum bytes of one unpacked file. */
  readonly fileBytes: number;
  /** Maximum bytes of everything unpacked. */
  readonly totalBytes: number;
  /** Maximum unpacked bytes per packed byte; checked once more than `ratioFromBytes` have been unpacked. */
  readonly ratio: number;
  readonly ratioFromBytes: number;
  /** Maximum UTF-8 bytes of one path segment. */
  readonly segmentBytes: number;
  /** Maximum UTF-8 bytes of a path. */
  readonly pathBytes: number;
}

const MIB = 1024 * 1024;

export const ZIP_LIMITS: ZipLimits = {
  zipBytes: 32 * MIB,
  entries: 5000,
  fileBytes: 32 * MIB,
  totalBytes: 128 * MIB,
  ratio: 100,
  ratioFromBytes: MIB,
  segmentBytes: 200,
  pathBytes: 400,
};

/** Creates the error for a refused zip. */
export function zipError(reason: string, cause?: unknown): PlinthError {
  return new PlinthError('plugin_zip_invalid', `The zip cannot be installed: ${reason}.`, {
    hint: 'Zip the folder again with a standard zip program, or ask the author for another file.',
    status: 400,
    cause,
  });
}
