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
 * Creates the function that writes row groups in one transaction, which is much faster than one transaction per group.
 * When a group is rejected, the groups before it and those after it are each written in one transaction.
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

  async function saveOne(rows: RowGroup): Promise<void> {
    try {
      recordOutcomes([rows], await saveBatch([rows], fields, dryRun));
    } catch (thrown) {
      const error = thrown instanceof ImportAbort ? thrown.cause : thrown;
      // A database outage is not caused by the row.
      if (!(error instanceof PlinthError) || error.kind === 'outage') throw error;
      tally.refuse(rows[0], error);
    }
  }

  return async function saveGroups(groups: readonly RowGroup[]): Promise<void> {
    const [first] = groups;
    if (!first) return;
    if (groups.length === 1) return saveOne(first);
    let outcomes: readonly Outcome[];
    try {
      outcomes = await saveBatch(groups, fields, dryRun);
    } catch (error) {
      outcomes = error instanceof ImportAbort ? error.outcomes : [];
      // The groups before the rejected one were rolled back. A dry run needs only their results.
      if (!dryRun) {
        await saveGroups(groups.slice(0, outcomes.length));
        outcomes = [];
      }
      const rejectedIndex = error instanceof ImportAbort ? error.outcomes.length : 0;
      const [refusedGroup, ...others] = groups.slice(rejectedIndex);
      // The group may be accepted now, because the groups before it are saved.
      if (refusedGroup) await saveOne(refusedGroup);
      await saveGroups(others);
    }
    recordOutcomes(groups, outcomes);
  };
}
