import type { Failure } from './failures.js';

/** A kind of entry point: code of a plugin that the host calls. */
export interface EntryKind {
  /** Column heading in docs/reliability.md, and part of the test names. */
  readonly title: string;
  /** Returns the statements of `boot` that register the failing function. @param work source code of the function */
  boot(id: string, work: string): string;
  /** Path of the URL that calls the entry point; absent if it is not called by a request. */
  path?(id: string): string;
  /** Content of the page that calls the entry point. */
  content?(id: string): string;
  /** The URL requires an administrator. */
  readonly admin?: boolean;
  /** Arguments of `npx plinth`. */
  command?(id: string): readonly string[];
  /** Source code of a valid return value, and of one of the wrong type. */
  readonly fine: string;
  readonly wrong: string;
  /** The return value is ignored. */
  readonly discardsResult?: boolean;
  /** May return `undefined`. */
  readonly mayBeSilent?: boolean;
  /** Has no timeout: scheduled work and commands. */
  readonly untimed?: boolean;
}

const named = (id: string): string => id.replaceAll('-', '_');

/** Runs the code in only one process: commands start every plugin, too. */
const once = (id: string, work: string): string => `if (await scope.addOption('${id}_begun', 1)) { ${work} }`;

/** The columns of the first table in docs/reliability.md. */
export const ENTRIES: Readonly<Record<string, EntryKind>> = {
  action: {
    title: 'action',
    boot: (id, work) =>
      `scope.addAction('wp_head', async () => { if (scope.currentRequest()?.path === '/${id}/') await (${work})(); });`,
    path: (id) => `/${id}/`,
    content: (id) => `The page of ${id}.`,
    fine: 'undefined',
    wrong: '42',
    discardsResult: true,
  },
  filter: {
    title: 'filter',
    boot: (id, work) =>
      `scope.addFilter('the_content', (text) => (text.includes('The page of ${id}.') ? (${work})() : text));`,
    path: (id) => `/${id}/`,
    content: (id) => `The page of ${id}.`,
    fine: `'<p>The page of the healthy plugin.</p>'`,
    wrong: '42',
  },
  page: {
    title: 'page',
    boot: (id, work) => `scope.registerFrontRoute({ path: '/${id}/', handler: ${work} });`,
    path: (id) => `/${id}/`,
    fine: `{ kind: 'body', type: 'text/plain', body: 'fine' }`,
    wrong: '42',
    mayBeSilent: true,
  },
  route: {
    title: 'REST route',
    boot: (id, work) =>
      `scope.registerRestRoute('${id}/v1', '/entry', { methods: 'GET', permissionCallback: () => true, callback: ${work} });`,
    path: (id) => `/wp-json/${id}/v1/entry`,
    fine: `'fine'`,
    wrong: '1n',
    mayBeSilent: true,
  },
  shortcode: {
    title: 'shortcode',
    boot: (id, work) => `scope.addShortcode('${named(id)}', ${work});`,
    path: (id) => `/${id}/`,
    content: (id) => `The page of ${id}. [${named(id)}]`,
    fine: `'fine'`,
    wrong: '({ a: 1 })',
    mayBeSilent: true,
  },
  block: {
    title: 'block',
    boot: (id, work) => `scope.registerBlockType('${id}/entry', { renderCallback: ${work} });`,
    path: (id) => `/${id}/`,
    content: (id) => `The page of ${id}. <!-- wp:${id}/entry /-->`,
    fine: `'fine'`,
    wrong: '({ a: 1 })',
    mayBeSilent: true,
  },
  screen: {
    title: 'admin screen',
    boot: (id, work) => `scope.addMenuPage({ slug: '${id}', title: '${id}', capability: 'read', handler: ${work} });`,
    path: (id) => `/wp-admin/admin.php?page=${id}`,
    admin: true,
    fine: `({ kind: 'page', title: 'Fine', html: '<h1>fine</h1>' })`,
    wrong: '42',
  },
  event: {
    title: 'scheduled event',
    boot: (id, work) =>
      `scope.addAction('${named(id)}_event', ${work}); ${once(id, `await scope.wpScheduleSingleEvent(1000000, '${named(id)}_event');`)}`,
    fine: 'undefined',
    wrong: '42',
    discardsResult: true,
    untimed: true,
  },
  job: {
    title: 'job',
    boot: (id, work) =>
      `scope.registerJob('${id}', ${work}, { maxAttempts: 1 }); ${once(id, `await scope.enqueueJob('${id}');`)}`,
    fine: 'undefined',
    wrong: '42',
    discardsResult: true,
    untimed: true,
  },
  command: {
    title: 'command',
    boot: (id, work) => `scope.addCommand({ name: '${id}', description: 'Fails.', run: ${work} });`,
    command: (id) => [id],
    fine: 'undefined',
    wrong: '42',
    discardsResult: true,
    untimed: true,
  },
};

/** Returns the source code of a plugin with a single entry point, which fails. */
export function moduleOf(id: string, entry: EntryKind, { code, sync }: Failure): string {
  const work = `${sync ? '' : 'async '}() => { ${code.replaceAll('FINE', entry.fine).replaceAll('WRONG', entry.wrong)}; }`;
  return `module.exports = { async boot(scope) { ${entry.boot(id, work)} } };`;
}

/** Whether a failure can occur in an entry point of this kind. */
export function isFailureOf(
  { concernsReturnValue, code, long, later, ends }: Failure,
  { discardsResult, mayBeSilent, untimed, command }: EntryKind,
): boolean {
  if (concernsReturnValue && discardsResult) return false;
  if (code === 'return undefined' && mayBeSilent) return false;
  // A command ends before its pending promises and timers, and the user can interrupt one that does not end.
  if (command && (later || ends)) return false;
  return !(long && untimed);
}
