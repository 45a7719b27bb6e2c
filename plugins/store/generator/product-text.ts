import { entryAt, type Random } from './random.js';
import type { Gender, LeafCategory } from './vocabulary/category-tree.js';
import { inventedNames } from './vocabulary/invented-names.js';
import { ENGLISH_OF_GOODS, ENGLISH_OF_THINGS, POLISH_OF_GOODS, POLISH_OF_THINGS } from './vocabulary/sentences.js';
import { ENGLISH_ADJECTIVES, POLISH_ADJECTIVES } from './vocabulary/words.js';

/** Name and texts of a product. */
export interface ProductText {
  readonly name: string;
  readonly shortDescription: string;
  /** 12 to 29 words. */
  readonly description: string;
}

const POLISH_SHARE = 0.6;
const MODELS = inventedNames(700);
const MIN_WORDS = 12;
const MAX_WORDS = 29;

/** Returns a Polish adjective in the form for the gender of its noun. */
export function inflect(adjective: string, gender: Gender): string {
  if (gender === 'm') return adjective;
  const stem = adjective.slice(0, -1);
  if (adjective.endsWith('y')) return stem + (gender === 'f' ? 'a' : 'e');
  // `wysoki`: wysoka, wysokie; `letni`: letnia, letnie.
  if (gender === 'f') return (/[kg]$/.test(stem) ? stem : adjective) + 'a';
  return `${adjective}e`;
}

/** @param goods whether it is a consumable */
export function writeText(leaf: LeafCategory, number: number, goods: boolean, text: Random): ProductText {
  const [, polish, gender, english] = leaf;
  const inPolish = text.chance(POLISH_SHARE);
  const model = text.pick(MODELS);
  const name = inPolish
    ? `${polish} ${inflect(text.pick(POLISH_ADJECTIVES), gender)} ${model} ${number}`
    : `${capitalized(text.pick(ENGLISH_ADJECTIVES))} ${english.toLowerCase()} ${model} ${number}`;
  const [ofGoods, ofThings] = inPolish ? [POLISH_OF_GOODS, POLISH_OF_THINGS] : [ENGLISH_OF_GOODS, ENGLISH_OF_THINGS];
  const sentences = chooseSentences(goods ? ofGoods : ofThings, text);
  return { name, shortDescription: entryAt(sentences, 0), description: sentences.join(' ') };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function chooseSentences(pool: readonly string[], text: Random): string[] {
  const sentences: string[] = [];
  const targetLength = MIN_WORDS + text.integer(MAX_WORDS - MIN_WORDS - 8);
  let tokens = 0;
  while (tokens < targetLength) {
    const sentence = text.pick(pool);
    const length = sentence.split(' ').length;
    if (sentences.includes(sentence) || tokens + length > MAX_WORDS) continue;
    sentences.push(sentence);
    tokens += length;
  }
  return sentences;
}
