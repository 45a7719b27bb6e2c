import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type HangFrame, inSources, pathOf } from './source-frames.js';

/** What the watchdog found in a process that hung. */
export interface HangReport {
  /** ISO 8601. */
  readonly at: string;
  readonly seconds: number;
  /** The plugin whose code ran; empty when it was the host's. */
  readonly plugin: string;
  /** The functions that ran, the innermost first. */
  readonly stack: readonly string[];
}

const FILE = 'hang.json';
const MOST_FRAMES = 30;

/**
 * Names the innermost plugin among the functions that ran.
 * @param modules the folder that holds each plugin's module in a folder of its name
 */
export function reportHang(frames: readonly HangFrame[], modules: string, seconds: number): HangReport {
  const inside = frames.map(({ file }) => pathOf(file)).find((file) => file.startsWith(modules + sep));
  return {
    at: new Date().toISOString(),
    seconds,
    plugin: inside?.slice(modules.length + 1).split(sep)[0] ?? '',
    stack: inSources(frames.slice(0, MOST_FRAMES)).map(({ name, file, line }) => `${name || '(anonymous)'} (${file}:${line})`),
  };
}

/** Leaves a report for the process that follows. */
export function writeHangReport(dataDir: string, report: HangReport): void {
  const draft = join(dataDir, `${FILE}.${process.pid}`);
  writeFileSync(draft, JSON.stringify(report), { mode: 0o600 });
  renameSync(draft, join(dataDir, FILE));
}

/** The report of the process before, once. */
export function takeHangReport(dataDir: string): HangReport | undefined {
  const file = join(dataDir, FILE);
  let report: unknown;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // None, or one that was cut off: then nobody is named.
  }
  rmSync(file, { force: true });
  return isHangReport(report) ? report : undefined;
}

function isHangReport(value: unknown): value is HangReport {
  const { plugin, seconds, stack } = (value ?? {}) as Partial<Record<keyof HangReport, unknown>>;
  return typeof plugin === 'string' && typeof seconds === 'number' && Array.isArray(stack);
}
