import { PlinthError } from '../api/index.js';

/** Why a zip is not unpacked. */
export function refused(why: string, cause?: unknown): PlinthError {
  return new PlinthError('plugin_zip_refused', `The zip cannot be installed: ${why}.`, {
    cure: 'Pack the folder again with an ordinary zip program, or ask its author for another file.',
    status: 400,
    cause,
  });
}
