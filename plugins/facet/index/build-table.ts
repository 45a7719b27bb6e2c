import { randomUUID } from 'node:crypto';
import { type Database, PlinthError } from 'plinth';
import type { IndexPosition, OwnColumn } from './index-state.js';
import type { BuildRow } from './tables.js';

/** How far a build of the whole index is; what was cut off goes on from here. */
export interface UnfinishedBuild {
  readonly generation: number;
  /** What changes after it is read again once the build is published. */
  readonly position: IndexPosition;
  readonly format: number;
  readonly columns: readonly OwnColumn[];
  /** Sources that have failed. */
  readonly failed: readonly string[];
  /** The last product whose rows are written. */
  readonly reached: number;
  readonly products: number;
  readonly rows: number;
  /** Milliseconds since 1970. */
  readonly steppedAt: number;
}

/** Whoever writes a new part of the index; a later one has taken over from all that came before. */
export interface Builder {
  readonly owner: string;
  /** The newest column that was given before: nobody can publish one of those any more that is not valid, or part of the unfinished build. */
  readonly lastColumn: number;
}

/**
 * Who builds, and how far. A lock lapses while its holder is held up; what decides is this row: a builder that was held up
 * finds another's name in it, and can neither write further nor publish.
 */
export function createBuildTable(db: Database) {
  const row = async (): Promise<BuildRow | undefined> => db()('facet_build').where({ id: 1 }).first();

  async function mine({ owner }: Builder, change: Readonly<Record<string, string | null>>): Promise<void> {
    // Something of the row changes each time, so that every database counts it as written.
    const changed = await db()('facet_build')
      .where({ id: 1, owner })
      .update({ ...change, steps: db().raw('?? + 1', ['steps']) });
    if (changed === 0)
      throw new PlinthError('facet_index_taken', 'Another process builds the index now.', {
        hint: 'Nothing needs to be done: the other one goes on.',
        status: 503,
        kind: 'outage',
      });
  }

  /** Numbers that nobody has had. @param floor numbers up to this one were given before they were counted */
  async function numbers(column: 'last_generation' | 'last_column', count: number, floor = 0): Promise<number> {
    return db.transaction(async () => {
      await db()('facet_build')
        .where({ id: 1 })
        .where(column, '<', floor)
        .update({ [column]: floor });
      await db()('facet_build').where({ id: 1 }).increment(column, count);
      return (await row())?.[column] ?? count;
    });
  }

  return {
    /** Takes over from whoever built before. */
    begin: (): Promise<Builder> =>
      db.transaction(async () => {
        const owner = randomUUID();
        await db()('facet_build')
          .insert({ id: 1, owner, last_generation: 0, last_column: 0, steps: 0, unfinished: null })
          .onConflict(['id'])
          .merge({ owner });
        return { owner, lastColumn: (await row())?.last_column ?? 0 };
      }),

    /** The build that was not ended. */
    async unfinished(): Promise<UnfinishedBuild | undefined> {
      const text = (await row())?.unfinished;
      return text ? (JSON.parse(text) as UnfinishedBuild) : undefined;
    },

    /** A number for a generation. @param floor at least one above it */
    newGeneration: (floor: number): Promise<number> => numbers('last_generation', 1, floor),

    /** A column for each source. */
    async newColumns(sources: readonly string[]): Promise<OwnColumn[]> {
      const last = await numbers('last_column', sources.length);
      return sources.map((source, i) => ({ source, column: last - sources.length + 1 + i }));
    },

    /**
     * Notes how far a build is; part of the transaction that writes its rows.
     * @throws PlinthError `facet_index_taken`
     */
    step: (builder: Builder, build: UnfinishedBuild): Promise<void> =>
      mine(builder, { unfinished: JSON.stringify(build) }),

    /**
     * Asks whether nobody else has taken over; part of a transaction, which it lets nobody get between.
     * @throws PlinthError `facet_index_taken`
     */
    hold: (builder: Builder): Promise<void> => mine(builder, {}),

    /** Ends a build; part of the transaction that publishes it. @throws PlinthError `facet_index_taken` */
    end: (builder: Builder): Promise<void> => mine(builder, { unfinished: null, owner: '' }),
  };
}
