import { ENTRIES, type EntryKind, isFailureOf } from './entries.js';
import { type Failure, FAILURES } from './failures.js';
import { expected } from './outcome.js';
import { WHOLE_PLUGINS } from './whole-plugins.js';
import { assertDefined } from '../kit/assert-defined.js';

const NONE = '·';

/** Returns `docs/reliability.md`: the results that the tests in this folder expect. */
export function reliabilityReport(): string {
  const names = Object.keys(ENTRIES);
  const rows = Object.values(FAILURES).map(
    (failure) =>
      `| ${failure.title} | ${names.map((name) => cell(name, assertDefined(ENTRIES[name]), failure)).join(' | ')} | ${ownerSees(failure)} | ${logSays(failure)} |`,
  );
  const wholePluginRows = Object.values(WHOLE_PLUGINS).map(
    ({ title: description, states, code, responses = {} }) =>
      `| ${description} | ${Object.entries(states)
        .map(([id, state]) => `${id}: ${state}`)
        .join(', ')} | ${code === '' ? NONE : `\`${code}\``} | ${
        Object.entries(responses)
          .map(([path, [status]]) => `${path} ${status}`)
          .join(', ') || NONE
      } |`,
  );
  return `# Reliability: what happens when a plugin fails

Generated from \`tests/reliability\` by \`UPDATE_DOCS=1 npx jest -c .config/jest.config.cjs tests/docs\`; a test checks that it is up to date.

The tests run these cases on SQLite and MariaDB. Each cell of the first table is a separate plugin on a site that runs in a process of its own.
Its entry point is called by a visitor, an administrator, the scheduler or the command line, while another client requests a different page
twice a second. \`npm run -s reliability\` also runs the failures that end the process. In every case, all other requests are served (after the
restart, if the process ends), no error is reported for another plugin, and the plugin stays active unless the table says otherwise. A healthy
plugin with every kind of entry point runs next to the failing ones: after each cell it responds, its output is on the pages, its scheduled work
is done, and no error is reported for it.

## Failing entry points

An entry point is code of a plugin that Plinth calls: a hook callback, route, page, shortcode, block, job or command. The cells contain the HTTP
status of the response, where 200 means that the page is served with at most the output of the failing entry point missing; \`exit\` is the
exit code of a command; *reported* means that the error of background work is recorded, *continues* that no plugin error is recorded, *restarted*
that the site is restarted; ${NONE} means that the case does not apply.

| An entry point that … | ${names.map((name) => ENTRIES[name]?.title).join(' | ')} | The site owner sees | The log contains |
|---|${names.map(() => '---').join('|')}|---|---|
${rows.join('\n')}

Plugin errors are listed under *Tools → Plugin errors* and by \`npx plinth plugin errors\`, with the location in the source code of the plugin.
After three errors within ten minutes, an entry point is skipped for 1, 5 and then 30 minutes, and the site owner gets an email. Outages (for
example of the database or the network) and refusals (a 4xx response to invalid input) are not attributed to the plugin and only appear in the log.

## Conflicts, missing files and startup errors

| What is wrong | Plugin state | Error code | Responses |
|---|---|---|---|
${wholePluginRows.join('\n')}

## What these tests do not cover

- Power failures, and disks that confirm writes that they did not complete.
- Malicious plugins: plugin code runs in the process of the site and can do everything that the site can do.
- Slow memory leaks in several plugins at once: the site is restarted, but no plugin is reported.
- Native modules that corrupt the memory of the process: the process ends, and the plugin is found by bisection.
`;
}

function cell(name: string, entry: EntryKind, failure: Failure): string {
  if (!isFailureOf(failure, entry)) return NONE;
  const { visitor } = expected('x', name, entry, failure);
  if (visitor === '')
    return failure.ends ? 'restarted' : 'reported'.repeat(failure.kind === 'plugin_error' ? 1 : 0) || 'continues';
  return visitor;
}

function ownerSees({ kind, ends }: Failure): string {
  if (ends) return 'the error, and that the plugin is paused';
  return kind === 'plugin_error' ? 'the error' : NONE;
}

function logSays({ kind, ends }: Failure): string {
  if (ends) return 'which plugin blocked the process or exhausted the memory, with the stack trace';
  if (kind === 'plugin_error') return '`plugin error`, with entry point and stack trace';
  return kind === 'nothing' ? NONE : '`for a reason outside the plugin`';
}
