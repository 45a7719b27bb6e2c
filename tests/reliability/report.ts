import { ENTRIES, type EntryKind, isFailureOf } from './entries.js';
import { type Failure, FAILURES } from './failures.js';
import { expected } from './outcome.js';
import { WHOLE_PLUGINS } from './whole-plugins.js';
import { present } from '../kit/present.js';

const NONE = '·';

/** `docs/reliability.md`: what the tests beside this file hold every cell against. */
export function reliabilityReport(): string {
  const names = Object.keys(ENTRIES);
  const rows = Object.values(FAILURES).map(
    (failure) =>
      `| ${failure.says} | ${names.map((name) => cell(name, present(ENTRIES[name]), failure)).join(' | ')} | ${ownerSees(failure)} | ${logSays(failure)} |`,
  );
  const wholePluginRows = Object.values(WHOLE_PLUGINS).map(
    ({ says: description, states, code, answers: responses = {} }) =>
      `| ${description} | ${Object.entries(states)
        .map(([id, state]) => `${id}: ${state}`)
        .join(', ')} | ${code === '' ? NONE : `\`${code}\``} | ${
        Object.entries(responses)
          .map(([path, [status]]) => `${path} ${status}`)
          .join(', ') || NONE
      } |`,
  );
  return `# Whatever a plugin does

Written by \`UPDATE_DOCS=1 npx jest -c .config/jest.config.cjs tests/docs\` from the table that \`tests/reliability\` holds a running site against, on SQLite and on
MariaDB: each cell is a plugin of its own in a process of its own, called as visitors, owners and the clock call it, while somebody else
asks for another page twice a second. \`npm run -s reliability\` runs the rows that end the process as well. In every cell everybody else is served, nobody else is named, and the
plugin stays switched on unless the cell says otherwise. Beside them stands a sound plugin that comes in by every one of these ways: it answers right after each cell,
its parts stand on the pages, its scheduled work is done, and it is named nowhere.

## An entry that fails

What its visitor gets: a status, where 200 is the page with everything else on it; \`ends\` is the exit code of a command; ${NONE} where nobody waits, or where it is no failure.

| An entry that … | ${names.map((name) => ENTRIES[name]?.says).join(' | ')} | The owner sees | The log says |
|---|${names.map(() => '---').join('|')}|---|---|
${rows.join('\n')}

A fault is listed under *Tools → Plugin errors* and by \`npx plinth plugin errors\`, with the lines that its author wrote; three of one entry within ten minutes leave that entry alone for 1, 5,
30 minutes, and the owner gets a letter. An outage and a refusal are nobody's: they stand in the log alone.

## A plugin that is wrong as a whole

| | Menu locations | What the owner is told | Addresses |
|---|---|---|---|
${wholePluginRows.join('\n')}

## What no test of this table shows

- A machine that loses its power, and a disk that lies about what it wrote.
- A plugin that means harm: it runs in the process of the site, and can do whatever the site can.
- Memory that leaks slowly in several plugins at once: the site is started anew, and nobody is named.
- A module in machine code that spoils the memory of the process: the process ends, and is searched by halving.
`;
}

function cell(name: string, entry: EntryKind, failure: Failure): string {
  if (!isFailureOf(failure, entry)) return NONE;
  const { visitor } = expected('x', name, entry, failure);
  if (visitor === '')
    return failure.ends ? 'started anew' : 'named'.repeat(failure.kind === 'fault' ? 1 : 0) || 'goes on';
  return visitor.replace('exit', 'ends');
}

function ownerSees({ kind, ends }: Failure): string {
  if (ends) return 'the fault, and the plugin set aside';
  return kind === 'fault' ? 'the fault' : NONE;
}

function logSays({ kind, ends }: Failure): string {
  if (ends) return 'who hung or swelled, with the stack';
  if (kind === 'fault') return '`plugin error`, with place and stack';
  return kind === 'nothing' ? NONE : '`for a reason outside the plugin`';
}
