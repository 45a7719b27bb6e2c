import { isWpError } from '../../api/index.js';
import type { WxrTerm } from '../read/entries.js';
import type { ImportDeps } from './deps.js';
import { type ImportJournal, termSource } from './import-outcomes.js';
import { storeMeta } from './stored-meta.js';

/** Sorts terms so that each follows its parent; those in a circular hierarchy become top-level terms. */
export function sortParentsFirst(terms: readonly WxrTerm[]): readonly WxrTerm[] {
  const bySlug = new Map(terms.map((term) => [termSource(term.taxonomy, term.slug), term]));
  const placed = new Set<WxrTerm>();
  const order: WxrTerm[] = [];
  for (const term of terms) {
    const chain: WxrTerm[] = [];
    for (
      let current: WxrTerm | undefined = term;
      current && !placed.has(current) && !chain.includes(current);
      current = current.parent === '' ? undefined : bySlug.get(termSource(current.taxonomy, current.parent))
    )
      chain.push(current);
    for (const chainTerm of chain.reverse()) {
      placed.add(chainTerm);
      order.push(chainTerm);
    }
  }
  return order;
}

/**
 * Imports a term, or finds the one with its slug.
 * @returns its id here; 0 for none
 */
export async function importTerm(
  { db, content, meta, text: { __ } }: ImportDeps,
  journal: ImportJournal,
  term: WxrTerm,
): Promise<number> {
  const source = termSource(term.taxonomy, term.slug);
  const journalEntry = journal.get(source);
  if (journalEntry) return journalEntry.target_id;
  const entry = { source, kind: term.taxonomy, title: term.name };
  if (!content.taxonomyExists(term.taxonomy)) {
    await journal.note({
      ...entry,
      target_id: 0,
      outcome: 'skipped',
      note: __('This taxonomy does not exist here.'),
    });
    return 0;
  }
  const existing = await content.getTermBy('slug', term.slug, term.taxonomy);
  if (existing) {
    await journal.note({ ...entry, target_id: existing.term_id, outcome: 'existing', note: '' });
    return existing.term_id;
  }
  return db.transaction(async () => {
    const created = await content.wpInsertTerm(term.name, term.taxonomy, {
      slug: term.slug,
      description: term.description,
      parent: term.parent === '' ? 0 : journal.term(term.taxonomy, term.parent),
    });
    if (!isWpError(created)) {
      await storeMeta(meta, 'term', created.term_id, term.meta, async (key) => key);
      await journal.note({ ...entry, target_id: created.term_id, outcome: 'created', note: '' });
      return created.term_id;
    }
    // A term with the same name is used instead, as in WordPress.
    const existingId = created.getErrorCode() === 'term_exists' ? Number(created.getErrorData()) || 0 : 0;
    await journal.note({
      ...entry,
      target_id: existingId,
      outcome: existingId > 0 ? 'existing' : 'failed',
      note: existingId > 0 ? '' : created.getErrorMessage(),
    });
    return existingId;
  });
}
