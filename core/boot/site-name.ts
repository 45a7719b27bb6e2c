import { andThen, type MaybePromise } from '../api/index.js';
import { plainName } from '../formatting/index.js';
import type { OptionsNow } from '../options/index.js';

/** Tells the site's name as plain text, at once where it is in memory. */
export function siteNameOf({ optionNow }: Pick<OptionsNow, 'optionNow'>): () => MaybePromise<string> {
  return () => andThen(optionNow<string>('blogname', 'Plinth'), plainName);
}
