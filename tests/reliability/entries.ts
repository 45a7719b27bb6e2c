import type { Failure } from './failures.js';

/** A way into a plugin's code. */
export interface EntryKind {
  /** The head of its column. */
  readonly says: string;
  /** Statements of `boot`, given the plugin's id and the function that fails. */
  boot(id: string, work: string): string;
  /** The address that leads into it; none when no visitor is needed. */
  path?(id: string): string;
  /** The text of the page that leads into it. */
  content?(id: string): string;
  /** Only the owner gets there. */
  readonly admin?: boolean;
  /** The arguments of `npx plinth`. */
  command?(id: string): readonly string[];
  /** What a sound one answers, and what is of another kind. */
  readonly fine: string;
  readonly wrong: string;
  /** Nobody looks at what it answers. */
  readonly mute?: boolean;
  /** May answer nothing. */
  readonly mayBeSilent?: boolean;
  /** No time is set for it: the work of a schedule, and of a command. */
  readonly patient?: boolean;
}

const named = (id: string): string => id.replaceAll('-', '_');

/** A command starts every plugin too. */
const once = (id: string, work: string): string => `if (await scope.addOption('${id}_begun', 1)) { ${work} }`;

/** The columns of the matrix. */
export const ENTRIES: Readonly<Record<string, EntryKind>> = {
  action: {
    says: 'action',
    boot: (id, work) =>
      `scope.addAction('wp_head', async () => { if (scope.currentRequest()?.path === '/${id}/') await (${work})(); });`,
    path: (id) => `/${id}/`,
    content: (id) => `The page of ${id}.`,
    fine: 'undefined',
    wrong: '42',
    mute: true,
  },
  filter: {
    says: 'filter',
    boot: (id, work) =>
      `scope.addFilter('the_content', (text) => (text.includes('The page of ${id}.') ? (${work})() : text));`,
    path: (id) => `/${id}/`,
    content: (id) => `The page of ${id}.`,
    fine: `'<p>The page of sound.</p>'`,
    wrong: '42',
  },
  page: {
    says: 'page',
    boot: (id, work) => `scope.registerFrontRoute({ path: '/${id}/', handler: ${work} });`,
    path: (id) => `/${id}/`,
    fine: `{ kind: 'body', type: 'text/plain', body: 'fine' }`,
    wrong: '42',
    mayBeSilent: true,
  },
  route: {
    says: 'REST route',
    boot: (id, work) =>
      `scope.registerRestRoute('${id}/v1', '/entry', { methods: 'GET', permissionCallback: () => true, callback: ${work} });`,
    path: (id) => `/wp-json/${id}/v1/entry`,
    fine: `'fine'`,
    wrong: '1n',
    mayBeSilent: true,
  },
  shortcode: {
    says: 'shortcode',
    boot: (id, work) => `scope.addShortcode('${named(id)}', ${work});`,
    path: (id) => `/${id}/`,
    content: (id) => `The page of ${id}. [${named(id)}]`,
    fine: `'fine'`,
    wrong: '({ a: 1 })',
    mayBeSilent: true,
  },
  block: {
    says: 'block',
    boot: (id, work) => `scope.registerBlockType('${id}/entry', { renderCallback: ${work} });`,
    path: (id) => `/${id}/`,
    content: (id) => `The page of ${id}. <!-- wp:${id}/entry /-->`,
    fine: `'fine'`,
    wrong: '({ a: 1 })',
    mayBeSilent: true,
  },
  screen: {
    says: 'admin screen',
    boot: (id, work) => `scope.addMenuPage({ slug: '${id}', title: '${id}', capability: 'read', handler: ${work} });`,
    path: (id) => `/wp-admin/admin.php?page=${id}`,
    admin: true,
    fine: `({ kind: 'page', title: 'Fine', html: '<h1>fine</h1>' })`,
    wrong: '42',
  },
  event: {
    says: 'scheduled event',
    boot: (id, work) =>
      `scope.addAction('${named(id)}_event', ${work}); ${once(id, `await scope.wpScheduleSingleEvent(1000000, '${named(id)}_event');`)}`,
    fine: 'undefined',
    wrong: '42',
    mute: true,
    patient: true,
  },
  job: {
    says: 'job',
    boot: (id, work) =>
      `scope.registerJob('${id}', ${work}, { maxAttempts: 1 }); ${once(id, `await scope.enqueueJob('${id}');`)}`,
    fine: 'undefined',
    wrong: '42',
    mute: true,
    patient: true,
  },
  command: {
    says: 'command',
    boot: (id, work) => `scope.addCommand({ name: '${id}', description: 'Fails.', run: ${work} });`,
    command: (id) => [id],
    fine: 'undefined',
    wrong: '42',
    mute: true,
    patient: true,
  },
};

/** The module of a plugin whose one entry fails. */
export function moduleOf(id: string, entry: EntryKind, { code, sync }: Failure): string {
  const work = `${sync ? '' : 'async '}() => { ${code.replaceAll('FINE', entry.fine).replaceAll('WRONG', entry.wrong)}; }`;
  return `module.exports = { async boot(scope) { ${entry.boot(id, work)} } };`;
}

/** Whether a failure is one for an entry. */
export function isFailureOf(
  { answer, code, long, later, ends }: Failure,
  { mute, mayBeSilent, patient, command }: EntryKind,
): boolean {
  if (answer && mute) return false;
  if (code === 'return undefined' && mayBeSilent) return false;
  // A command is over before what it leaves behind, and whoever started one that has no end can end it.
  if (command && (later || ends)) return false;
  return !(long && patient);
}
