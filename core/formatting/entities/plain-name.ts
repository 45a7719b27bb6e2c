import { toText } from '../php/text.js';
import { wpSpecialcharsDecode } from './specialchars.js';

/** A site's name or tagline as people read it: WordPress keeps both with their signs as HTML. What a filter answered instead of a text is none. */
export const plainName = (stored: unknown): string => wpSpecialcharsDecode(toText(stored), 'both');
