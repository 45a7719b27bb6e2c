import { isDeepStrictEqual } from 'node:util';
import type { PluginScope } from 'plinth';
import type { Catalog } from './catalog.js';
import type { Snapshot } from './loaded.js';
import type { ShowsNetPrices } from './price-display.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

/**
 * Whether an answer of the index is current with the catalog; the index may be half a second behind, and names ten
 * seconds.
 */
interface FreshnessCheck {
  (
    snapshot: Pick<Snapshot, 'sequence' | 'vocabulary' | 'ownSequence' | 'customSources' | 'netPrices'>,
  ): Promise<boolean>;
}

interface FreshnessDeps {
  readonly scope: Pick<PluginScope, 'cache' | 'locale'>;
  readonly catalog: () => Catalog;
  readonly showsNetPrices: ShowsNetPrices;
  /** Returns the last change announced by extensions; called only if they have sources. */
  lastAnnouncedChange(): Promise<number>;
}

export function createFreshnessCheck({
  scope,
  catalog,
  showsNetPrices,
  lastAnnouncedChange,
}: FreshnessDeps): FreshnessCheck {
  /** By vocabulary of the index: the catalog's vocabulary that was found equal. */
  const equalVocabularies = new WeakMap<Vocabulary, Vocabulary>();

  function isEqual(indexVocabulary: Vocabulary, catalogVocabulary: Vocabulary): boolean {
    if (equalVocabularies.get(indexVocabulary) === catalogVocabulary) return true;
    if (
      !isDeepStrictEqual(
        [indexVocabulary.terms, indexVocabulary.taxonomies, indexVocabulary.fields],
        [catalogVocabulary.terms, catalogVocabulary.taxonomies, catalogVocabulary.fields],
      )
    )
      return false;
    equalVocabularies.set(indexVocabulary, catalogVocabulary);
    return true;
  }

  return async ({ sequence, vocabulary, ownSequence, customSources, netPrices }) =>
    ((await showsNetPrices()) ?? netPrices) === netPrices &&
    (await catalog().lastChange()) === sequence &&
    (customSources.size === 0 || (await lastAnnouncedChange()) === ownSequence) &&
    isEqual(vocabulary, await scope.cache.get(`facet:vocabulary:${scope.locale()}`, () => readVocabulary(catalog())));
}
