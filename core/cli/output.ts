import { Presets, SingleBar } from 'cli-progress';
import type { CommandOutput } from '../api/index.js';

export type Format = 'table' | 'json' | 'csv';

/** The output streams of a command: one for results, one for everything else. */
export interface Streams {
  out(text: string): void;
  error(text: string): void;
}

/** The current streams of the process, resolved on each write. */
export const PROCESS_STREAMS: Streams = {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
};

/** Writes results to standard output and everything else to standard error. */
export function createOutput(format: Format, { out, error }: Streams = PROCESS_STREAMS): CommandOutput {
  return {
    line: (text) => out(`${text}\n`),
    warn: (text) => error(`${text}\n`),
    rows(rows, columns = Object.keys(rows[0] ?? {})) {
      if (format === 'json') out(`${JSON.stringify(rows)}\n`);
      else if (format === 'csv')
        out(
          [columns.join(','), ...rows.map((row) => columns.map((name) => formatCsvCell(row[name])).join(','))].join(
            '\n',
          ) + '\n',
        );
      else out(formatTable(rows, columns));
    },
    progress(label, total) {
      if (!process.stderr.isTTY) return tenthsProgress(label, total, error);
      const bar = new SingleBar(
        { format: `${label} {bar} {percentage}% | {value}/{total} | {eta}s`, stream: process.stderr },
        Presets.shades_classic,
      );
      bar.start(total, 0);
      return { update: (done) => bar.update(done), stop: () => bar.stop() };
    },
  };
}

function tenthsProgress(label: string, total: number, error: Streams['error']): ReturnType<CommandOutput['progress']> {
  let last = -1;
  return {
    update(done) {
      const tenth = Math.floor((done / Math.max(total, 1)) * 10);
      if (tenth === last) return;
      last = tenth;
      error(`${label}: ${done} of ${total}\n`);
    },
    stop: () => undefined,
  };
}

function formatTable(rows: readonly Record<string, unknown>[], columns: readonly string[]): string {
  const cells = [columns.map(String), ...rows.map((row) => columns.map((name) => toText(row[name])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return (
    cells
      .map((line) =>
        line
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n') + '\n'
  );
}

function formatCsvCell(value: unknown): string {
  const cell = toText(value);
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
