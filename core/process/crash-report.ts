import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ThreadState } from './main-thread.js';
import { mapToSources, pathOf } from './source-frames.js';

/** Reason why a process ends unexpectedly. */
type EndKind = 'hang' | 'memory';

/** The watchdog's findings about a process that hung, or that ran out of memory. */
export interface EndReport {
  readonly kind: EndKind;
  /** ISO 8601. */
  readonly at: string;
  /** The plugin whose code ran; empty for the host. */
  readonly plugin: string;
  /** The functions on the stack, innermost first. */
  readonly stack: readonly string[];
  /** Seconds that it hung, or megabytes that it used. */
  readonly amount: number;
  /**
   * Whether the watchdog itself ended the process. Otherwise the report only names the suspect in case the process
   * ends.
   */
  readonly ended: boolean;
}

/** How plugins are identified among the functions on the stack. */
export interface PluginModules {
  /** The folder that contains each plugin's module in a folder of its name. */
  readonly modules: string;
  /** Plugins that ship with the shop: they are not responsible for what another plugin made them do. */
  readonly bundled: readonly string[];
}

const MAX_FRAMES = 30;

/** Returns the responsible plugin: the innermost one, unless it works for another. */
export function culpritOf({ frames, owner }: ThreadState, { modules, bundled }: PluginModules): string {
  const pluginIds = frames
    .map(({ file }) => pathOf(file))
    .filter((file) => file.startsWith(modules + sep))
    .map((file) => file.slice(modules.length + 1).split(sep)[0] ?? '');
  const involved = [...pluginIds, owner].filter((id) => id !== '');
  return involved.find((id) => !bundled.includes(id)) ?? involved.at(0) ?? '';
}

/** Returns the stack of an inspection, mapped to source lines. */
export function stackOf({ frames }: ThreadState): string[] {
  return mapToSources(frames.slice(0, MAX_FRAMES)).map(
    ({ name, file, line }) => `${name || '(anonymous)'} (${file}:${line})`,
  );
}

/** Returns the path where a process finds the report of its predecessor. */
export function endReportFile(dataDir: string, slotNumber: number): string {
  return join(dataDir, slotNumber === 1 ? 'end.json' : `end-${slotNumber}.json`);
}

/** Writes a report for the next process. */
export function writeEndReport(file: string, report: EndReport): void {
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, JSON.stringify(report), { mode: 0o600 });
  renameSync(temporaryFile, file);
}

/** Deletes a report when the process has recovered. */
export function deleteEndReport(file: string): void {
  rmSync(file, { force: true });
}

/**
 * Reads and deletes the report of the previous process.
 * @param endedBy the signal that ended it, if its supervisor saw one
 */
export function takeEndReport(file: string, endedBy: string | undefined): EndReport | undefined {
  let report: unknown;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Missing or truncated: then no plugin is named.
  }
  deleteEndReport(file);
  // V8 ends a process whose heap is full with SIGABRT.
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
