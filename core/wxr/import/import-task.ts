import { classifyDatabaseError } from '../../db/index.js';
import { PlinthError } from '../../api/index.js';
import type { WxrEntry, WxrItem, WxrTerm } from '../read/entries.js';
import { createAuthors } from './authors.js';
import type { Choices, ImportDeps } from './deps.js';
import { findExisting } from './find-existing.js';
import { readItems, itemSource } from './item-source.js';
import { importPost, type ItemImportDeps, resolveType } from './items.js';
import { type ImportJournal, openJournal, termSource } from './import-outcomes.js';
import type { MediaSource } from './media-source.js';
import { menuParentOf, importMenuItem } from './menus.js';
import { createLinkFixups } from './link-fixups.js';
import { sortParentsFirst, importTerm } from './terms.js';

/** The data of an import that is being run. */
export interface ImportTask {
  readonly id: number;
  readonly userId: number;
  readonly oldSite: string;
  readonly choices: Choices;
  readonly media: MediaSource;
  /** Reads the file from the beginning. */
  read(): AsyncIterable<WxrEntry>;
}

/** Progress reporting and interruption. */
export interface ImportWatch {
  /** Whether no time is left for another entry; the next call continues. */
  shouldStop(): boolean;
  progress(done: number): Promise<void>;
}

const BATCH_SIZE = 200;
const MENU_ITEM_TYPE = 'nav_menu_item';

/**
 * Imports a file, or the rest of it: entries in the journal are skipped, so that it can be called repeatedly.
 * @returns whether it is complete
 */
export async function runImport(deps: ImportDeps, task: ImportTask, watch: ImportWatch): Promise<boolean> {
  const journal = await openJournal(deps.db, task.id);
  const authors = createAuthors(deps, task.choices, journal, task.userId);
  const itemDeps: ItemImportDeps = {
    ...deps,
    choices: task.choices,
    journal,
    authors,
    existing: await findExisting(deps.db, task.id, task.oldSite, journal.posts()),
    media: task.media,
  };
  const terms: WxrTerm[] = [];
  const ids = new Set<number>();
  const termById = new Map<number, WxrTerm>();
  for await (const entry of task.read()) {
    if (entry.kind === 'author') await authors.resolve(entry);
    else if (entry.kind === 'term') {
      terms.push(entry);
      if (entry.id > 0) termById.set(entry.id, entry);
    } else if (entry.kind === 'problem') await recordProblem(entry);
  }
  for await (const item of readItems(task.read(), (item) => recordDuplicate(deps, journal, item)))
    if ('type' in resolveType(itemDeps, item)) ids.add(item.id);
  for (const term of sortParentsFirst(terms)) {
    if (watch.shouldStop()) return false;
    await tryImport(termSource(term.taxonomy, term.slug), term.taxonomy, term.name, () =>
      importTerm(deps, journal, term),
    );
  }

  const isParentPending = (parent: number): boolean => parent > 0 && ids.has(parent) && !journal.get(`post:${parent}`);
  if (
    !(await importInRounds(
      (item) => item.type !== MENU_ITEM_TYPE,
      (item) => isParentPending(item.parent),
      (item) => importPost(itemDeps, item),
    ))
  )
    return false;
  const linkFixups = await createLinkFixups(deps, journal, task, readItems(task.read()));
  for (
    let batch = await journal.listUnlinked(BATCH_SIZE);
    batch.length > 0;
    batch = await journal.listUnlinked(BATCH_SIZE)
  ) {
    for (const entry of batch) {
      if (watch.shouldStop()) return false;
      await linkFixups.apply(entry);
      await watch.progress(journal.size());
    }
  }
  const findTermId = (id: number): number => {
    const term = termById.get(id);
    return term ? journal.term(term.taxonomy, term.slug) : 0;
  };
  return importInRounds(
    (item) => item.type === MENU_ITEM_TYPE,
    (item) => isParentPending(menuParentOf(item)),
    (item) => importMenuItem(itemDeps, item, findTermId, linkFixups.rewrite),
  );

  /**
   * Reads the file repeatedly until no entry waits for its parent. Entries in a circular hierarchy are imported without
   * a parent.
   */
  async function importInRounds(
    isSelected: (item: WxrItem) => boolean,
    isWaiting: (item: WxrItem) => boolean,
    importItem: (item: WxrItem) => Promise<void>,
  ): Promise<boolean> {
    for (let waitsForParents = true, waiting = 1; waiting > 0;) {
      let importedCount = 0;
      waiting = 0;
      for await (const item of readItems(task.read())) {
        const source = itemSource(item);
        if (!isSelected(item) || journal.get(source)) continue;
        if (waitsForParents && isWaiting(item)) {
          waiting += 1;
          continue;
        }
        if (watch.shouldStop()) return false;
        await tryImport(source, item.type, item.title, () => importItem(item));
        importedCount += 1;
        await watch.progress(journal.size());
      }
      waitsForParents &&= importedCount > 0;
    }
    return true;
  }

  /** Imports an entry. Its failure does not prevent the import of other entries, unless the database is unavailable. */
  async function tryImport(source: string, kind: string, title: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (classifyDatabaseError(error) === 'outage' || (error instanceof PlinthError && error.kind === 'outage'))
        throw error;
      await journal.note({
        source,
        kind,
        title,
        target_id: 0,
        outcome: 'failed',
        note: error instanceof Error ? error.message : String(error),
      });
    }
  }

  async function recordProblem({
    line,
    about,
    id,
    reason,
    detail,
  }: Extract<WxrEntry, { kind: 'problem' }>): Promise<void> {
    const source = `line:${line}`;
    if (!journal.get(source))
      await journal.note({
        source,
        kind: id > 0 ? 'item' : '',
        title: about,
        target_id: 0,
        outcome: 'failed',
        note: describeProblem(deps.text, { line, reason, detail }),
      });
  }
}

/** Describes an error in a part of a file. */
export function describeProblem(
  { __ }: Pick<ImportDeps['text'], '__'>,
  { line, reason, detail }: { readonly line: number; readonly reason: string; readonly detail: string },
): string {
  if (reason === 'too_large') return __('Line %d: exceeds the size limit.', line);
  return reason === 'unfinished'
    ? __('Line %d: the end is missing. The file may be incomplete.', line)
    : __('Line %1$d: could not be read (%2$s)', line, detail);
}

async function recordDuplicate({ text }: ImportDeps, journal: ImportJournal, item: WxrItem): Promise<void> {
  const source = `again:${item.id > 0 ? item.id : itemSource(item)}`;
  if (journal.get(source)) return;
  await journal.note({
    source,
    kind: item.type,
    title: item.title || item.name,
    target_id: 0,
    outcome: 'skipped',
    note: text.__('Appears twice in the file.'),
  });
}
