import { normalizeForSearch } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { isList } from '../settings/facet-types.js';
import type { FacetSettings } from '../settings/settings.js';
import type { ValueEdit } from '../settings/value-edits.js';
import { isBands, displayedValues } from '../widget/visible-values.js';
import { NO_CONTEXT } from '../widget/widget-context.js';

/** A value of an examined facet. */
export interface ExaminedValue {
  readonly slug: string;
  readonly label: string;
  /** Key of the parent in a tree; values of the same name under different parents are different. */
  readonly parent?: string;
  readonly count: number;
}

/** A facet with the values and products that the index has for it. */
export interface ExaminedFacet {
  readonly facet: FacetSettings;
  /** The values as shoppers see them, with merged values as one; empty if the facet is not a list. */
  readonly values: readonly ExaminedValue[];
  /** Number of products with a value for the facet's source. */
  readonly coveredProducts: number;
}

/** A problem that shoppers would notice, with the facet settings that fix it. */
export interface Finding {
  readonly kind: 'unused' | 'alike' | 'long' | 'private';
  /** Unique id, stable as long as the finding exists. */
  readonly id: string;
  readonly facet: FacetSettings;
  /** The affected values. */
  readonly values: readonly ExaminedValue[];
  /** The corrected facet; undefined removes the facet. */
  readonly fix: FacetSettings | undefined;
}

/** Maximum label length that fits a filter column, in characters. */
const MAX_LABEL_LENGTH = 40;
/** Maximum number of findings of one kind per facet. */
const MAX_FINDINGS = 10;
/** Fields that exist for legal or logistics reasons. */
const PRIVATE_FIELD =
  /(?:^|[_:.-])(?:safety|warnings?|manufacturer|responsible|importer|producer|address|e?mail|phone|gpsr|contact)(?:[_.-]|$)/i;
/** Number of values from which a field with a different text on nearly every product is considered unsuitable. */
const MIN_UNSUITABLE_VALUES = 20;

/** Returns the findings for the facets, most severe first. */
export function examine(facets: readonly ExaminedFacet[]): readonly Finding[] {
  return [
    ...facets.flatMap(findUnsuitable),
    ...facets.flatMap(findUnused),
    ...facets.flatMap(findSimilarValues),
    ...facets.flatMap(findLongLabels),
  ];
}

function findUnsuitable({ facet, values, coveredProducts }: ExaminedFacet): Finding[] {
  const isField = facet.source.startsWith('field:');
  const isMostlyUnique = isField && values.length >= MIN_UNSUITABLE_VALUES && values.length > coveredProducts / 2;
  return isField && (PRIVATE_FIELD.test(facet.source) || isMostlyUnique)
    ? [{ kind: 'private', id: `private/${facet.slug}`, facet, values: [], fix: undefined }]
    : [];
}

function findUnused({ facet, coveredProducts }: ExaminedFacet): Finding[] {
  return coveredProducts === 0 && facet.type !== 'search'
    ? [{ kind: 'unused', id: `unused/${facet.slug}`, facet, values: [], fix: undefined }]
    : [];
}

/** Characters between letters that do not change what a name means, such as in `T-shirt` and `Tshirt`. */
const SEPARATORS = /(?<!\p{N})[.,;:·'’‘"“”„_/–—-]+(?!\p{N})/gu;
/** Spaces that do not separate two numbers. */
const SPACES = /(?<!\p{N})\s+|\s+(?!\p{N})/gu;

/** Returns the part of a name that tells it apart from others; signs of numbers and names such as `C+` are part of it. */
const distinctName = (label: string): string =>
  normalizeForSearch(label).trim().replace(SPACES, '').replace(SEPARATORS, '');

/**
 * Finds values with the same parent whose names differ only in case, accents, spaces or punctuation between letters;
 * the fix merges them into the one with the most products.
 */
function findSimilarValues({ facet, values }: ExaminedFacet): Finding[] {
  const groups = new Map<string, ExaminedValue[]>();
  for (const value of values) {
    const name = [value.parent, distinctName(value.label)].filter(Boolean).join('/');
    if (name !== '') groups.set(name, [...(groups.get(name) ?? []), value]);
  }
  return [...groups]
    .filter(([, same]) => same.length > 1)
    .slice(0, MAX_FINDINGS)
    .flatMap(([name, same]): Finding[] => {
      const [best, ...others] = [...same].sort((a, b) => b.count - a.count);
      if (!best) return [];
      const finding: Finding = {
        kind: 'alike',
        id: `alike/${facet.slug}/${name}`,
        facet,
        values: [best, ...others],
        fix: withEdit(
          facet,
          best.slug,
          (edit) => ({
            ...edit,
            merged: [...(edit.merged ?? []), ...others.flatMap(({ slug }) => [slug, ...getMergedValues(facet, slug)])],
          }),
          others.map(({ slug }) => slug),
        ),
      };
      return [finding];
    });
}

function findLongLabels({ facet, values }: ExaminedFacet): Finding[] {
  return values
    .filter(({ label }) => [...label].length > MAX_LABEL_LENGTH)
    .slice(0, MAX_FINDINGS)
    .map((value) => ({
      kind: 'long',
      id: `long/${facet.slug}/${value.slug}`,
      facet,
      values: [value],
      fix: withEdit(facet, value.slug, (edit) => ({ ...edit, label: shortenLabel(value.label) })),
    }));
}

const getMergedValues = (facet: FacetSettings, slug: string): readonly string[] =>
  facet.values?.find(({ value }) => value === slug)?.merged ?? [];

/**
 * Returns the facet with the edit of one value changed.
 * @param removedValues values whose own edits are removed
 */
function withEdit(
  facet: FacetSettings,
  slug: string,
  change: (edit: ValueEdit) => ValueEdit,
  removedValues: readonly string[] = [],
): FacetSettings {
  const edits = (facet.values ?? []).filter(({ value }) => !removedValues.includes(value));
  const hasEdit = edits.some(({ value }) => value === slug);
  return {
    ...facet,
    values: hasEdit
      ? edits.map((edit) => (edit.value === slug ? change(edit) : edit))
      : [...edits, change({ value: slug })],
  };
}

/** Shortens a label between words and appends an ellipsis. */
function shortenLabel(label: string): string {
  const cut = [...label].slice(0, MAX_LABEL_LENGTH - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > MAX_LABEL_LENGTH / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/u, '')}…`;
}

/** Examines the saved facets against the data in the index. */
export async function examineSavedFacets(running: RunningFilter): Promise<readonly Finding[]> {
  const { engine, facets, names, settings } = await running.container().get('filter').read({}, NO_CONTEXT);
  return examine(
    facets.flatMap((facet): ExaminedFacet[] => {
      const stored = settings.facets.find(({ slug }) => slug === facet.slug);
      if (!stored) return [];
      const counts = engine.values(facet.source);
      const values =
        isList(facet.kind) && !isBands(facet)
          ? displayedValues(facet, names)
              .list()
              .filter(({ hidden }) => !hidden)
              .map(({ key, slug, label, parent }) => ({ slug, label, parent, count: counts.get(key) ?? 0 }))
          : [];
      return [{ facet: stored, values, coveredProducts: engine.coverage(facet.source) }];
    }),
  );
}
