import type { EntryKind } from './entries.js';
import type { Failure } from './failures.js';

/** What the log says, by the kind of a failure. */
const LOGGED: Readonly<Record<string, string>> = {
  fault: 'plugin error',
  outage: 'for a reason outside the plugin',
  refusal: 'for a reason outside the plugin',
};

/** What became of one cell of the matrix. */
export interface Outcome {
  /** What whoever came this way got: a status, `exit 1` of a command, or empty where nobody comes. */
  readonly visitor: string;
  /** The rest of the page is there, with what the sound plugin puts into it. */
  readonly whole: boolean;
  /** The plugins that were named, and where. */
  readonly named: readonly string[];
  /** The state of the plugin afterwards. */
  readonly state: string;
  /** The words of the log that go with the plugin. */
  readonly log: string;
}

const ENTRY_WORDS: Readonly<Record<string, RegExp>> = {
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

/** What has to become of it. */
export function expected(id: string, entryName: string, entry: EntryKind, failure: Failure): Outcome {
  return {
    visitor: visitorOf(entry, failure),
    whole: true,
    named: failure.kind === 'fault' ? [`${id}: ${failure.ends ?? entryName}`] : [],
    state: failure.ends ? 'quarantined' : 'active',
    log: entry.command ? '' : (LOGGED[failure.kind] ?? ''),
  };
}

function visitorOf(entry: EntryKind, failure: Failure): string {
  const { kind, ends, later, long } = failure;
  const spoiled = !later && failure.code !== '' && !/return FINE$/.test(failure.code);
  if (entry.command) return spoiled ? 'exit 1' : 'exit 0';
  if (!entry.path) return '';
  if (ends) return 'started anew';
  if (entry.content || !spoiled) return '200';
  if (kind === 'refusal') return '409';
  return kind === 'outage' || long ? '503' : '500';
}

/** Which entry a fault's place is, as far as the matrix has it; what came later is the entry's too. */
export function entryOfPlace(place: string): string {
  const at = place.replace(/^later, from /, '');
  return Object.keys(ENTRY_WORDS).find((name) => ENTRY_WORDS[name]?.test(at)) ?? place;
}
