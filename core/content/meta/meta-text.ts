import { toStoredText } from '../../options/stored-text.js';

/** How nothing at all is stored: WordPress has NULL there, which is not an empty text. No text is stored so, since one that looks like it is serialized. */
const NO_VALUE = 'N;';

/**
 * The text under which a value of metadata is stored. Unlike an option, metadata tells null from an empty text: null asks for the default again.
 * @since 0.3.0 (WordPress: update_metadata)
 */
export function toMetaText(value: unknown): string {
  return value === null || value === undefined ? NO_VALUE : toStoredText(value);
}

/** A stored text as others are shown it: to them nothing at all is an empty text. */
export function readableText(stored: string): string {
  return stored === NO_VALUE ? '' : stored;
}
