import { PlinthError, type PluginScope } from 'plinth';
import type { CsvRow as Row } from './csv-rows.js';
import { type Outcome, rejectedRowError, type RowGroup } from './import-transaction.js';

/** An error in a row. */
interface RowProblem {
  /** Line number in the file; the header is line 1. */
  readonly line: number;
  readonly sku: string;
  readonly message: string;
}

export interface ImportReport {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Number of rejected products. */
  readonly refused: number;
  /** The first errors; further errors are only counted. */
  readonly problems: readonly RowProblem[];
}

/** Counts the results of an import and collects the first errors. */
export interface ImportTally {
  /** Adds a warning about a row; its product is still imported. */
  addProblem(row: Pick<Row, 'line' | 'cells'>, message: string): void;
  /** Counts a product as rejected and adds the error. */
  refuse(first: Row, error: PlinthError): void;
  /** Whether earlier rows do not use the SKUs of a product; otherwise the product is rejected. */
  isNew(rows: RowGroup): boolean;
  count(outcome: Outcome, products?: number): void;
  report(): ImportReport;
}

export function createImportTally({ __ }: Pick<PluginScope, '__'>, maxProblems: number): ImportTally {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  const problems: RowProblem[] = [];
  const lineBySku = new Map<string, number>();

  function reportProblem({ line, cells }: Pick<Row, 'line' | 'cells'>, message: string): void {
    if (problems.length < maxProblems) problems.push({ line, sku: cells.sku ?? '', message });
  }

  function refuse(first: Row, error: PlinthError): void {
    counts.refused++;
    const { line, sku } = error.details ?? {};
    reportProblem(
      {
        line: typeof line === 'number' ? line : first.line,
        cells: { sku: typeof sku === 'string' ? sku : (first.cells.sku ?? '') },
      },
      error.message,
    );
  }

  return {
    addProblem: reportProblem,
    refuse,
    isNew(rows) {
      for (const row of rows) {
        const key = row.cells.sku ?? '';
        if (key === '') continue;
        const usedInLine = lineBySku.get(key);
        if (usedInLine !== undefined) {
          refuse(rows[0], rejectedRowError(row, __('SKU %1$s is already used in row %2$d.', key, usedInLine)));
          return false;
        }
        lineBySku.set(key, row.line);
      }
      return true;
    },
    count(outcome, products = 1) {
      counts[outcome] += products;
    },
    report: () => ({ ...counts, problems: problems.sort((a, b) => a.line - b.line) }),
  };
}
