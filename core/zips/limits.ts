import { PlinthError } from '../api/index.js';

/** What the zip of a plugin or theme may hold at most. Checked on what it says of itself, and again on what comes out of it. */
export interface ZipLimits {
  /** Bytes of the zip itself. */
  readonly zipBytes: number;
  readonly entries: number;
  /** Bytes of one unpacked file. */
  readonly fileBytes: number;
  /** Bytes of everything unpacked. */
  readonly totalBytes: number;
  /** Unpacked bytes per packed byte; counted once more than `ratioFromBytes` come out. */
  readonly ratio: number;
  readonly ratioFromBytes: number;
  /** UTF-8 bytes of one part of a path. */
  readonly partBytes: number;
  /** UTF-8 bytes of a path. */
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
  partBytes: 200,
  pathBytes: 400,
};

/** Why a zip is not unpacked. */
export function refused(why: string, cause?: unknown): PlinthError {
  return new PlinthError('plugin_zip_refused', `The zip cannot be installed: ${why}.`, {
    hint: 'Pack the folder again with an ordinary zip program, or ask its author for another file.',
    status: 400,
    cause,
  });
}
