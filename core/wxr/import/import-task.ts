import { databaseFailure } from '../../db/index.js';
import { PlinthError } from '../../api/index.js';
import type { WxrEntry, WxrItem, WxrTerm } from '../read/entries.js';
import { createAuthors } from './authors.js';
import type { Choices, ImportDeps } from './deps.js';
import { findExisting } from './find-existing.js';
import { itemsOf, itemSource } from './item-source.js';
import { placeItem, type ItemImportDeps, typeOf } from './items.js';
import { type ImportJournal, openJournal, termSource } from './import-outcomes.js';
import type { MediaSource } from './media-source.js';
import { menuParentOf, placeMenuItem } from './menus.js';
import { openSettling } from './link-fixups.js';
import { parentsFirst, placeTerm } from './terms.js';

/** The data of an import that is being run. */
export interface Task {
  readonly id: number;
  readonly userId: number;
  readonly oldSite: string;
  readonly choices: Choices;
  readonly media: MediaSource;
  /** Reads the file from the beginning. */
  read(): AsyncIterable<WxrEntry>;
}

/** Progress reporting and interruption. */
export interface Watch {
  /** Whether no time is left for another entry; the next call continues. */
  shouldStop(): boolean;
  progress(done: number): Promise<void>;
}

const BATCH = 200;
const MENU = 'nav_menu_item';

/**
 * Imports a file, or the rest of it: entries in the journal are skipped, so that it can be called repeatedly.
 * @returns whether it is complete
 */
export async function importAll(deps: ImportDeps, task: Task, watch: Watch): Promise<boolean> {
  const journal = await openJournal(deps.db, task.id);
  const authors = createAuthors(deps, task.choices, journal, task.userId);
  const placing: ItemImportDeps = {
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
    } else if (entry.kind === 'problem') await noteBroken(entry);
  }
  for await (const item of itemsOf(task.read(), (item) => noteRepeated(deps, journal, item)))
    if ('type' in typeOf(placing, item)) ids.add(item.id);
  for (const term of parentsFirst(terms)) {
    if (watch.shouldStop()) return false;
    await attempt(termSource(term.taxonomy, term.slug), term.taxonomy, term.name, () => placeTerm(deps, journal, term));
  }

  const isParentPending = (parent: number): boolean => parent > 0 && ids.has(parent) && !journal.get(`post:${parent}`);
  if (
    !(await rounds(
      (item) => item.type !== MENU,
      (item) => isParentPending(item.parent),
      (item) => placeItem(placing, item),
    ))
  )
    return false;
  const settling = await openSettling(deps, journal, task, itemsOf(task.read()));
  for (let batch = await journal.listUnsettled(BATCH); batch.length > 0; batch = await journal.listUnsettled(BATCH)) {
    for (const entry of batch) {
      if (watch.shouldStop()) return false;
      await settling.apply(entry);
      await watch.progress(journal.size());
    }
  }
  const here = (id: number): number => {
    const term = termById.get(id);
    return term ? journal.term(term.taxonomy, term.slug) : 0;
  };
  return rounds(
    (item) => item.type === MENU,
    (item) => isParentPending(menuParentOf(item)),
    (item) => placeMenuItem(placing, item, here, settling.rewrite),
  );

  /**
   * Passes over the file until no entry waits for its parent; entries in a circular hierarchy are imported without one.
   */
  async function rounds(
    isMeant: (item: WxrItem) => boolean,
    isWaiting: (item: WxrItem) => boolean,
    importItem: (item: WxrItem) => Promise<void>,
  ): Promise<boolean> {
    for (let patient = true, waiting = 1; waiting > 0;) {
      let placed = 0;
      waiting = 0;
      for await (const item of itemsOf(task.read())) {
        const source = itemSource(item);
        if (!isMeant(item) || journal.get(source)) continue;
        if (patient && isWaiting(item)) {
          waiting += 1;
          continue;
        }
        if (watch.shouldStop()) return false;
        await attempt(source, item.type, item.title, () => importItem(item));
        placed += 1;
        await watch.progress(journal.size());
      }
      patient &&= placed > 0;
    }
    return true;
  }

  /** An entry that fails does not keep the others from being imported; an unavailable database does. */
  async function attempt(source: string, kind: string, title: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (databaseFailure(error) === 'outage' || (error instanceof PlinthError && error.kind === 'outage')) throw error;
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

  async function noteBroken({
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
        note: interruptedNotice(deps.text, { line, reason, detail }),
      });
  }
}

/** Describes an error in a part of a file. */
export function interruptedNotice(
  { __ }: Pick<ImportDeps['text'], '__'>,
  { line, reason, detail }: { readonly line: number; readonly reason: string; readonly detail: string },
): string {
  if (reason === 'too_large') return __('Line %d: exceeds the size limit.', line);
  return reason === 'unfinished'
    ? __('Line %d: the end is missing. The file may be incomplete.', line)
    : __('Line %1$d: could not be read (%2$s)', line, detail);
}

async function noteRepeated({ text }: ImportDeps, journal: ImportJournal, item: WxrItem): Promise<void> {
  const source = `again:${item.id > 0 ? item.id : itemSource(item)}`;
  if (journal.get(source)) return;
  await journal.note({
    source,
    kind: item.type,
    title: item.title || item.name,
    target_id: 0,
    outcome: 'left',
    note: text.__('Appears twice in the file.'),
  });
}
