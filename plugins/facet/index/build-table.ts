import { randomUUID } from 'node:crypto';
import { type Database, PlinthError } from 'plinth';
import type { IndexPosition, CustomColumn } from './index-state.js';
import type { BuildRow } from './tables.js';

/** Progress of a build of the whole index; an interrupted build resumes from it. */
export interface UnfinishedBuild {
  readonly generation: number;
  /** Changes after this position are read again once the build is published. */
  readonly position: IndexPosition;
  readonly format: number;
  /** Whether its prices are without tax. */
  readonly netPrices: boolean;
  readonly columns: readonly CustomColumn[];
  /** Sources that have failed. */
  readonly failed: readonly string[];
  /** Id of the last product whose rows were written. */
  readonly reached: number;
  readonly products: number;
  readonly rows: number;
  /** Milliseconds since the Unix epoch. */
  readonly steppedAt: number;
}

/** A process that writes a new part of the index; a later one takes over from all earlier ones. */
export interface Builder {
  readonly owner: string;
  /**
   * The last column assigned before this builder. Earlier columns that are neither valid nor part of the unfinished
   * build can no longer be published.
   */
  readonly lastColumn: number;
}

/**
 * Gives access to the table of the current builder and its progress. A lock expires while its holder is stalled, so
 * this row is authoritative: a stalled builder finds another owner in it, and can neither write further nor publish.
 */
export function createBuildTable(db: Database) {
  const readRow = async (): Promise<BuildRow | undefined> => db()('facet_build').where({ id: 1 }).first();

  async function updateIfOwner({ owner }: Builder, change: Readonly<Record<string, string | null>>): Promise<void> {
    // Changes the row on every call, so that every database counts it as updated.
    const changed = await db()('facet_build')
      .where({ id: 1, owner })
      .update({ ...change, steps: db().raw('?? + 1', ['steps']) });
    if (changed === 0)
      throw new PlinthError('facet_index_locked', 'Another process is building the index.', {
        hint: 'No action is needed; the other process continues.',
        status: 503,
        kind: 'outage',
      });
  }

  /**
   * Reserves unused numbers and returns the last of them.
   * @param floor numbers up to this one were assigned before they were counted
   */
  async function reserveNumbers(column: 'last_generation' | 'last_column', count: number, floor = 0): Promise<number> {
    return db.transaction(async () => {
      await db()('facet_build')
        .where({ id: 1 })
        .where(column, '<', floor)
        .update({ [column]: floor });
      await db()('facet_build').where({ id: 1 }).increment(column, count);
      return (await readRow())?.[column] ?? count;
    });
  }

  return {
    /** Takes over from any previous builder. */
    begin: (): Promise<Builder> =>
      db.transaction(async () => {
        const owner = randomUUID();
        await db()('facet_build')
          .insert({ id: 1, owner, last_generation: 0, last_column: 0, steps: 0, unfinished: null })
          .onConflict(['id'])
          .merge({ owner });
        return { owner, lastColumn: (await readRow())?.last_column ?? 0 };
      }),

    /** Returns the unfinished build, if any. */
    async unfinished(): Promise<UnfinishedBuild | undefined> {
      const text = (await readRow())?.unfinished;
      return text ? (JSON.parse(text) as UnfinishedBuild) : undefined;
    },

    /**
     * Reserves a generation number.
     * @param floor the result is greater than this
     */
    newGeneration: (floor: number): Promise<number> => reserveNumbers('last_generation', 1, floor),

    /** Reserves a column for each source. */
    async newColumns(sources: readonly string[]): Promise<CustomColumn[]> {
      const last = await reserveNumbers('last_column', sources.length);
      return sources.map((source, i) => ({ source, column: last - sources.length + 1 + i }));
    },

    /**
     * Stores the progress of a build; part of the transaction that writes its rows.
     * @throws PlinthError `facet_index_locked`
     */
    step: (builder: Builder, build: UnfinishedBuild): Promise<void> =>
      updateIfOwner(builder, { unfinished: JSON.stringify(build) }),

    /**
     * Verifies that no other process has taken over, and locks the row until the end of the transaction.
     * @throws PlinthError `facet_index_locked`
     */
    hold: (builder: Builder): Promise<void> => updateIfOwner(builder, {}),

    /** Ends a build; part of the transaction that publishes it. @throws PlinthError `facet_index_locked` */
    end: (builder: Builder): Promise<void> => updateIfOwner(builder, { unfinished: null, owner: '' }),
  };
}
