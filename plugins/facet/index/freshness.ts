import { isDeepStrictEqual } from 'node:util';
import type { MaybePromise, PluginScope } from 'plinth';
import type { Catalogue } from './catalogue.js';
import type { Snapshot } from './loaded.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

/**
 * Whether an answer of the index is current with the catalog; the index may be half a second behind, and names ten
 * seconds.
 */
interface UpToDate {
  (snapshot: Pick<Snapshot, 'sequence' | 'vocabulary' | 'ownSequence' | 'customSources'>): Promise<boolean>;
}

interface UpToDateDeps {
  readonly scope: Pick<PluginScope, 'cache' | 'locale'>;
  readonly catalogue: () => Catalogue;
  /** Returns the last change announced by extensions; called only if they have sources. */
  lastAnnouncedChange(): MaybePromise<number>;
}

export function createUpToDate({ scope, catalogue, lastAnnouncedChange }: UpToDateDeps): UpToDate {
  /** By vocabulary of the index: the catalog's vocabulary that was found equal. */
  const equals = new WeakMap<Vocabulary, Vocabulary>();

  function isEqual(own: Vocabulary, now: Vocabulary): boolean {
    if (equals.get(own) === now) return true;
    if (!isDeepStrictEqual([own.terms, own.taxonomies, own.fields], [now.terms, now.taxonomies, now.fields]))
      return false;
    equals.set(own, now);
    return true;
  }

  return async ({ sequence, vocabulary, ownSequence, customSources }) =>
    (await catalogue().lastChange()) === sequence &&
    (customSources.size === 0 || (await lastAnnouncedChange()) === ownSequence) &&
    isEqual(vocabulary, await scope.cache.get(`facet:vocabulary:${scope.locale()}`, () => readVocabulary(catalogue())));
}
