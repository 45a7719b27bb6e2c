import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Look } from './main-thread.js';
import { inSources, pathOf } from './source-frames.js';

/** Why a process ends that nobody asked to end. */
type EndKind = 'hang' | 'memory';

/** What the watchdog found in a process that hung, or that grew until it could no longer go on. */
export interface EndReport {
  readonly kind: EndKind;
  /** ISO 8601. */
  readonly at: string;
  /** The plugin whose code ran; empty when it was the host's. */
  readonly plugin: string;
  /** The functions that ran, the innermost first. */
  readonly stack: readonly string[];
  /** Seconds that it hung, or megabytes that it took. */
  readonly amount: number;
  /** The watchdog ended the process itself. Otherwise the report tells only what would be to blame if it ended. */
  readonly ended: boolean;
}

/** Where plugins are found among the functions that ran. */
export interface Suspicion {
  /** The folder that holds each plugin's module in a folder of its name. */
  readonly modules: string;
  /** Plugins that come with the shop: they are not to blame for what another one made them do. */
  readonly kept: readonly string[];
}

const MAX_FRAMES = 30;

/** The plugin to blame: the innermost one, unless it works for another. */
export function culpritOf({ frames, owner }: Look, { modules, kept }: Suspicion): string {
  const inside = frames
    .map(({ file }) => pathOf(file))
    .filter((file) => file.startsWith(modules + sep))
    .map((file) => file.slice(modules.length + 1).split(sep)[0] ?? '');
  const involved = [...inside, owner].filter((id) => id !== '');
  return involved.find((id) => !kept.includes(id)) ?? involved.at(0) ?? '';
}

/** The functions of a look, in the lines that their authors wrote. */
export function stackOf({ frames }: Look): string[] {
  return inSources(frames.slice(0, MAX_FRAMES)).map(
    ({ name, file, line }) => `${name || '(anonymous)'} (${file}:${line})`,
  );
}

/** Where a process finds the report of the one before it in its place. */
export function endReportFile(dataDir: string, place: number): string {
  return join(dataDir, place === 1 ? 'end.json' : `end-${place}.json`);
}

/** Leaves a report for the process that follows. */
export function writeEndReport(file: string, report: EndReport): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(report), { mode: 0o600 });
  renameSync(draft, file);
}

/** Takes a report back, when the danger is over. */
export function dropEndReport(file: string): void {
  rmSync(file, { force: true });
}

/**
 * The report of the process before, once.
 * @param endedBy the signal that ended it, as far as its supervisor saw one
 */
export function takeEndReport(file: string, endedBy: string | undefined): EndReport | undefined {
  let report: unknown;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // None, or one that was cut off: then nobody is named.
  }
  dropEndReport(file);
  // V8 ends a process whose heap is full by SIGABRT.
  return isEndReport(report) && (report.ended || endedBy === 'SIGABRT') ? report : undefined;
}

function isEndReport(value: unknown): value is EndReport {
  const { kind, plugin, amount, stack, ended } = (value ?? {}) as Partial<Record<keyof EndReport, unknown>>;
  return (
    (kind === 'hang' || kind === 'memory') &&
    typeof plugin === 'string' &&
    typeof amount === 'number' &&
    Array.isArray(stack) &&
    typeof ended === 'boolean'
  );
}
