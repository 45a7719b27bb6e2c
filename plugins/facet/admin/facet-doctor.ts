import { normalizeForSearch } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { isList } from '../settings/facet-types.js';
import type { FacetSettings } from '../settings/settings.js';
import type { ValueEdit } from '../settings/value-edits.js';
import { isBands, shownValues } from '../widget/visible-values.js';
import { NO_CONTEXT } from '../widget/widget-context.js';

/** A value as the doctor sees it. */
export interface ExaminedValue {
  readonly slug: string;
  readonly label: string;
  readonly count: number;
}

/** A facet with what products have of it. */
export interface ExaminedFacet {
  readonly facet: FacetSettings;
  /** As shoppers see them, merged ones as one; empty for what is no list. */
  readonly values: readonly ExaminedValue[];
  /** Products that have something of its source. */
  readonly covered: number;
}

/** Something that shoppers would stumble over, with the facets as they would be when it is repaired. */
export interface Finding {
  readonly kind: 'unused' | 'alike' | 'long' | 'private';
  /** Tells it from the others; the same as long as it stands. */
  readonly id: string;
  readonly facet: FacetSettings;
  /** The values it is about. */
  readonly values: readonly ExaminedValue[];
  /** The facet as it should be; undefined takes it away. */
  readonly cure: FacetSettings | undefined;
}

/** Characters that fit in a column of a filter. */
const LONGEST = 40;
/** Findings of one kind in one facet. */
const MAX = 10;
/** Fields that are there for the law or the warehouse. */
const PRIVATE =
  /(?:^|[_:.-])(?:safety|warnings?|manufacturer|responsible|importer|producer|address|e?mail|phone|gpsr|contact)(?:[_.-]|$)/i;
/** Texts that are as good as different on every product are no choice. */
const MANY = 20;

/** What is wrong with the facets, the worst first. */
export function examine(facets: readonly ExaminedFacet[]): readonly Finding[] {
  return [...facets.flatMap(unsuited), ...facets.flatMap(unused), ...facets.flatMap(alike), ...facets.flatMap(tooLong)];
}

function unsuited({ facet, values, covered }: ExaminedFacet): Finding[] {
  const field = facet.source.startsWith('field:');
  const everyOther = field && values.length >= MANY && values.length > covered / 2;
  return field && (PRIVATE.test(facet.source) || everyOther)
    ? [{ kind: 'private', id: `private/${facet.slug}`, facet, values: [], cure: undefined }]
    : [];
}

function unused({ facet, covered }: ExaminedFacet): Finding[] {
  return covered === 0 && facet.type !== 'search'
    ? [{ kind: 'unused', id: `unused/${facet.slug}`, facet, values: [], cure: undefined }]
    : [];
}

/** Values of one name but for case, accents, spaces and punctuation: the one that most products have stands for all. */
function alike({ facet, values }: ExaminedFacet): Finding[] {
  const groups = new Map<string, ExaminedValue[]>();
  for (const value of values) {
    const name = normalizeForSearch(value.label).replace(/[^\p{L}\p{N}]+/gu, '');
    if (name !== '') groups.set(name, [...(groups.get(name) ?? []), value]);
  }
  return [...groups]
    .filter(([, same]) => same.length > 1)
    .slice(0, MAX)
    .flatMap(([name, same]): Finding[] => {
      const [best, ...others] = [...same].sort((a, b) => b.count - a.count);
      if (!best) return [];
      const finding: Finding = {
        kind: 'alike',
        id: `alike/${facet.slug}/${name}`,
        facet,
        values: [best, ...others],
        cure: withEdit(
          facet,
          best.slug,
          (edit) => ({
            ...edit,
            merged: [...(edit.merged ?? []), ...others.flatMap(({ slug }) => [slug, ...membersOf(facet, slug)])],
          }),
          others.map(({ slug }) => slug),
        ),
      };
      return [finding];
    });
}

function tooLong({ facet, values }: ExaminedFacet): Finding[] {
  return values
    .filter(({ label }) => [...label].length > LONGEST)
    .slice(0, MAX)
    .map((value) => ({
      kind: 'long',
      id: `long/${facet.slug}/${value.slug}`,
      facet,
      values: [value],
      cure: withEdit(facet, value.slug, (edit) => ({ ...edit, label: shortened(value.label) })),
    }));
}

const membersOf = (facet: FacetSettings, slug: string): readonly string[] =>
  facet.values?.find(({ value }) => value === slug)?.merged ?? [];

/** A facet with one value's edit changed. @param gone values whose own edits go */
function withEdit(
  facet: FacetSettings,
  slug: string,
  change: (edit: ValueEdit) => ValueEdit,
  gone: readonly string[] = [],
): FacetSettings {
  const edits = (facet.values ?? []).filter(({ value }) => !gone.includes(value));
  const known = edits.some(({ value }) => value === slug);
  return {
    ...facet,
    values: known
      ? edits.map((edit) => (edit.value === slug ? change(edit) : edit))
      : [...edits, change({ value: slug })],
  };
}

/** Cut between words, with a sign that there was more. */
function shortened(label: string): string {
  const cut = [...label].slice(0, LONGEST - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > LONGEST / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/u, '')}…`;
}

/** Looks at the saved facets with what the index has of them. */
export async function checkUp(running: RunningFilter): Promise<readonly Finding[]> {
  const { engine, facets, names, settings } = await running.container().get('filter').read({}, NO_CONTEXT);
  return examine(
    facets.flatMap((facet): ExaminedFacet[] => {
      const stored = settings.facets.find(({ slug }) => slug === facet.slug);
      if (!stored) return [];
      const counts = engine.values(facet.source);
      const values =
        isList(facet.kind) && !isBands(facet)
          ? shownValues(facet, names)
              .list()
              .filter(({ hidden }) => !hidden)
              .map(({ key, slug, label }) => ({ slug, label, count: counts.get(key) ?? 0 }))
          : [];
      return [{ facet: stored, values, covered: engine.coverage(facet.source) }];
    }),
  );
}
