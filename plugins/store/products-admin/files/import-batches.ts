import { PlinthError } from 'plinth';
import type { ProductField } from '../../contract/index.js';
import type { ImportTally } from './import-tally.js';
import { type createImportTransaction, type Outcome, type RowGroup, ImportAbort } from './import-transaction.js';
import type { LinkedRows } from './linked-rows.js';

interface ImportBatchesDeps {
  readonly saveBatch: ReturnType<typeof createImportTransaction>;
  readonly fields: readonly ProductField[];
  readonly dryRun: boolean;
  readonly tally: Pick<ImportTally, 'refuse' | 'count'>;
  readonly linkedRows: Pick<LinkedRows, 'recordOutcome'>;
}

/**
 * Writes all groups in one transaction, which is much faster than one each. When a group is refused, the groups before
 * and after it are again written together.
 */
export function createImportBatches({
  saveBatch,
  fields,
  dryRun,
  tally,
  linkedRows,
}: ImportBatchesDeps): (groups: readonly RowGroup[]) => Promise<void> {
  function recordOutcomes(groups: readonly RowGroup[], outcomes: readonly Outcome[]): void {
    for (const [index, outcome] of outcomes.entries()) {
      tally.count(outcome);
      linkedRows.recordOutcome(groups[index]?.[0].line ?? 0, outcome);
    }
  }

  async function finishOne(rows: RowGroup): Promise<void> {
    try {
      recordOutcomes([rows], await saveBatch([rows], fields, dryRun));
    } catch (stopped) {
      const error = stopped instanceof ImportAbort ? stopped.cause : stopped;
      // A database outage is not caused by the row.
      if (!(error instanceof PlinthError) || error.kind === 'outage') throw error;
      tally.refuse(rows[0], error);
    }
  }

  return async function finishTogether(groups: readonly RowGroup[]): Promise<void> {
    const [first] = groups;
    if (!first) return;
    if (groups.length === 1) return finishOne(first);
    let outcomes: readonly Outcome[];
    try {
      outcomes = await saveBatch(groups, fields, dryRun);
    } catch (error) {
      outcomes = error instanceof ImportAbort ? error.outcomes : [];
      // A dry run has already counted the groups before it; otherwise they were rolled back.
      if (!dryRun) {
        await finishTogether(groups.slice(0, outcomes.length));
        outcomes = [];
      }
      const at = error instanceof ImportAbort ? error.outcomes.length : 0;
      const [refusedGroup, ...others] = groups.slice(at);
      // With the rows before it written, it may be accepted after all.
      if (refusedGroup) await finishOne(refusedGroup);
      await finishTogether(others);
    }
    recordOutcomes(groups, outcomes);
  };
}
