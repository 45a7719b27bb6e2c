import type { EntryKind } from './entries.js';
import type { Failure } from './failures.js';

/** Part of the log message, by kind of failure. */
const LOGGED: Readonly<Record<string, string>> = {
  plugin_error: 'plugin error',
  outage: 'for a reason outside the plugin',
  refusal: 'for a reason outside the plugin',
};

/** The result of one cell of the table. */
export interface Outcome {
  /** HTTP status, `exit 1` for a command, `restarted` without a response; empty if no request calls the entry point. */
  readonly visitor: string;
  /** Whether the rest of the page was served, with the output of the healthy plugin. */
  readonly whole: boolean;
  /** The reported errors: plugin and entry point. */
  readonly named: readonly string[];
  /** State of the plugin afterwards. */
  readonly state: string;
  /** Part of the log message about the plugin. */
  readonly log: string;
}

const ENTRY_PATTERNS: Readonly<Record<string, RegExp>> = {
  action: /^hook wp_head$/,
  filter: /^hook the_content$/,
  page: /^page /,
  route: /^(?:response of )?route /,
  shortcode: /^shortcode /,
  block: /^block /,
  screen: /^admin page /,
  event: /^hook .*_event$/,
  job: /^job /,
  command: /^command /,
};

/** Returns the expected result of a cell. */
export function expected(id: string, entryName: string, entry: EntryKind, failure: Failure): Outcome {
  return {
    visitor: visitorOf(entry, failure),
    whole: true,
    named: failure.kind === 'plugin_error' ? [`${id}: ${failure.ends ?? entryName}`] : [],
    state: failure.ends ? 'paused' : 'active',
    log: entry.command ? '' : (LOGGED[failure.kind] ?? ''),
  };
}

function visitorOf(entry: EntryKind, failure: Failure): string {
  const { kind, ends, later, long } = failure;
  const spoiled = !later && failure.code !== '' && !/return FINE$/.test(failure.code);
  if (entry.command) return spoiled ? 'exit 1' : 'exit 0';
  if (!entry.path) return '';
  if (ends) return 'restarted';
  if (entry.content || !spoiled) return '200';
  if (kind === 'refusal') return '409';
  return kind === 'outage' || long ? '503' : '500';
}

/** Returns the kind of entry of a plugin error, also if the error occurred later; otherwise the entry itself. */
export function normalizeEntry(entry: string): string {
  const entryName = entry.replace(/^later, from /, '');
  return Object.keys(ENTRY_PATTERNS).find((name) => ENTRY_PATTERNS[name]?.test(entryName)) ?? entry;
}
