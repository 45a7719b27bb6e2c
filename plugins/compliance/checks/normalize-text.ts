/** Reduces a text to its letters, digits and @ signs in lowercase, so that layout and punctuation do not matter. */
export const normalizeText = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu, '');
