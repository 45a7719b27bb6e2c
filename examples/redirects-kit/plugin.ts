import { readFile, stat } from 'node:fs/promises';
import {
  definePlugin,
  isWpError,
  PlinthError,
  type PageRequest,
  type PluginScope,
  type Reply,
  toUtcString,
  WpError,
} from 'plinth';

const RULES = 'redirects_kit_rules';
/** Separate from the rules, so that a visit does not invalidate cached rules. */
const HITS = 'redirects_kit_hits';
const MISSING = 'redirects_kit_missing';
const MAX_RULES = 2000;
const MAX_MISSING = 500;
const MAX_BYTES = 1024 * 1024;
const STATUSES = [301, 302, 307, 308, 410] as const;
/** Paths that the host needs to stay reachable. */
const RESERVED_PATH = /^\/(?:wp-admin|wp-login\.php|wp-json|wp-includes)(?:\/|$)/;

/** A redirect from an old path. */
interface Rule {
  readonly id: number;
  /** A path without a trailing slash; one that ends in `*` matches everything below. */
  readonly source: string;
  /** A path or a URL; its `*` is replaced with the rest matched by that of the source. Empty for 410. */
  readonly target: string;
  readonly status: number;
}

export default definePlugin({
  migrations: [
    {
      id: '001_create_redirects',
      async up(db) {
        await db.createTable(RULES, (table) => {
          table.increments('id');
          table.string('source', 190).notNullable().unique();
          table.string('target', 500).notNullable();
          table.integer('status').notNullable();
        });
        await db.createTable(HITS, (table) => {
          table.integer('rule_id').notNullable().primary();
          table.integer('hits').notNullable();
          table.string('last_at', 19);
        });
        await db.createTable(MISSING, (table) => {
          table.string('path', 190).notNullable().primary();
          table.integer('hits').notNullable();
          table.string('last_at', 19).notNullable();
        });
      },
    },
  ],

  boot(scope) {
    const { __ } = scope;
    // Pages that depend on the rules can be cached until a rule is written.
    scope.cache.trackTables('redirects-kit.rules', [RULES]);
    scope.addAction('template_redirect', () => redirectRequest(scope));
    // The old path is only known before the update.
    const oldUrls = new Map<number, string>();
    scope.addAction('pre_post_update', async (id) => {
      oldUrls.set(id, ((await scope.getPostStatus(id)) === 'publish' && (await scope.getPermalink(id))) || '');
    });
    scope.addAction(
      'post_updated',
      async (id, after) => {
        const [from, to] = [oldUrls.get(id) ?? '', (await scope.getPermalink(id)) || ''];
        oldUrls.delete(id);
        if (after.post_status === 'publish' && from !== '' && to !== '' && from !== to)
          await handleMove(scope, pathOf(scope, from), pathOf(scope, to));
      },
      10,
      2,
    );

    scope.addMenuPage({
      slug: 'redirects-kit',
      title: () => __('Redirects'),
      parent: 'site-health.php',
      capability: 'manage_redirects',
      handler: (request) => screen(scope, request),
    });
    scope.registerRestRoute('redirects-kit/v1', '/rules', [
      { methods: 'GET', capability: 'manage_redirects', callback: () => rules(scope) },
      {
        methods: 'POST',
        capability: 'manage_redirects',
        args: {
          source: { type: 'string', required: true, maxLength: 190 },
          target: { type: 'string', default: '', maxLength: 500 },
          status: { type: 'integer', enum: STATUSES, default: 301 },
        },
        callback: async (request) => {
          const ruleId = await add(
            scope,
            String(request.getParam('source')),
            String(request.getParam('target')),
            Number(request.getParam('status')),
          );
          return isWpError(ruleId) ? ruleId : { id: ruleId };
        },
      },
    ]);
    scope.addCommand({
      name: 'redirects list',
      description: 'List the redirects',
      run: async (_args, _options, output) =>
        output.rows(
          (await rules(scope)).map((rule) => ({ ...rule })),
          ['id', 'source', 'target', 'status'],
        ),
    });
    scope.addCommand({
      name: 'redirects import <file>',
      description: 'Import redirects from a file with lines "source,target,status"',
      run: async ([file = ''], _options, output) => importFile(scope, file, output),
    });
  },

  async uninstall(scope, { deleteData }) {
    if (deleteData) for (const table of [RULES, HITS, MISSING]) await scope.db().schema.dropTableIfExists(table);
  },
});

async function rules(scope: PluginScope): Promise<readonly Rule[]> {
  return scope.cache.get(
    'redirects-kit:rules',
    async () => (await scope.db()(RULES).select('id', 'source', 'target', 'status').orderBy('id')) as Rule[],
  );
}

/** Normalizes a path as in rules: decoded, without a trailing slash. */
function normalizePath(path: string): string {
  const trimmed = path.replace(/\/+$/, '') || '/';
  try {
    return decodeURIComponent(trimmed);
  } catch {
    return trimmed;
  }
}

function pathOf(scope: PluginScope, url: string): string {
  return new URL(url, scope.homeUrl('/')).pathname;
}

/** Returns the rule for a path: an exact match, or the longest prefix. */
function ruleFor(all: readonly Rule[], path: string): Rule | undefined {
  const prefixRules = all.filter(({ source }) => source.endsWith('/*') && path.startsWith(source.slice(0, -1)));
  return all.find(({ source }) => source === path) ?? prefixRules.sort((a, b) => b.source.length - a.source.length)[0];
}

function targetFor({ source, target }: Rule, path: string): string {
  return target.endsWith('*')
    ? target.slice(0, -1) +
        (source.endsWith('*')
          ? path
              .slice(source.length - 1)
              .split('/')
              .map(encodeURIComponent)
              .join('/')
          : '')
    : target;
}

/** Redirects when there is a rule; records paths that were not found. */
async function redirectRequest(scope: PluginScope): Promise<void> {
  const request = scope.currentRequest();
  if (!request || request.method === 'POST') return;
  const path = normalizePath(request.path);
  const rule = ruleFor(await rules(scope), path);
  if (!rule) {
    if (scope.is404()) await recordMissing(scope, path);
    return;
  }
  await scope
    .db()(HITS)
    .where({ rule_id: rule.id })
    .update({ hits: scope.db().raw('hits + 1'), last_at: toUtcString() });
  if (rule.status === 410)
    scope.wpDie(scope.escHtml(scope.__('This page has been permanently removed.')), scope.__('Gone'), {
      response: 410,
    });
  else scope.wpRedirect(targetFor(rule, path) + (rule.target.includes('?') ? '' : request.url.search), rule.status);
}

/** Counts a path that was not found; the table is limited, so that probing thousands of paths does not fill it. */
async function recordMissing(scope: PluginScope, path: string): Promise<void> {
  if (
    path.length > 190 ||
    !(await scope.consumeRateLimit(`redirects-kit:missing:${scope.clientIp()}`, 30, 600)).allowed
  )
    return;
  await scope.db.transaction(async () => {
    const known = await scope
      .db()(MISSING)
      .where({ path })
      .update({ hits: scope.db().raw('hits + 1'), last_at: toUtcString() });
    if (known > 0 || (await countOf(scope, MISSING)) >= MAX_MISSING) return;
    await scope.db()(MISSING).insert({ path, hits: 1, last_at: toUtcString() }).onConflict('path').ignore();
  });
}

async function countOf(scope: PluginScope, table: string): Promise<number> {
  const [row] = await scope.db()(table).count<{ rows: number | string }[]>({ rows: '*' });
  return Number(row?.rows ?? 0);
}

/** Adds a rule, or returns why it is refused. */
async function add(
  scope: PluginScope,
  typedSource: string,
  typedTarget: string,
  status: number,
): Promise<number | WpError> {
  const { __ } = scope;
  const createError = (code: string, text: string): WpError =>
    new WpError(`redirects_kit_${code}`, text, { status: 400 });
  const source = normalizePath(typedSource.trim());
  const target = status === 410 ? '' : typedTarget.trim();
  if (!/^\/[^?#\s\\]+$/.test(source) || source.startsWith('//') || source.length > 190 || RESERVED_PATH.test(source))
    return createError('source', __('The old URL must be a path on this site outside the admin, such as /old-page.'));
  if (!STATUSES.some((one) => one === status)) return createError('status', __('Choose a redirect type.'));
  if (status !== 410 && !isTarget(target))
    return createError('target', __('The new URL must be a path, such as /new-page, or a full URL.'));
  return scope.db.transaction(async () => {
    const all = await scope.db()(RULES).select<Rule[]>('id', 'source', 'target', 'status');
    if (all.length >= MAX_RULES)
      return createError('full', __('The maximum of %d redirects has been reached.', MAX_RULES));
    if (all.some((rule) => rule.source === source))
      return createError('duplicate', __('A redirect from this URL already exists.'));
    if (status !== 410 && isLoop(scope, [...all, { id: 0, source, target, status }], target))
      return createError('loop', __('This would create a redirect loop.'));
    const [id = 0] = await scope.db()(RULES).insert({ source, target, status });
    await scope.db()(HITS).insert({ rule_id: id, hits: 0 });
    return id;
  });
}

function isTarget(target: string): boolean {
  if (target === '' || target.length > 500 || /[\s\\]/.test(target)) return false;
  return target.startsWith('/') ? !target.startsWith('//') : /^https?:\/\//i.test(target) && URL.canParse(target);
}

/** Whether a redirect would still not have ended after ten steps. */
function isLoop(scope: PluginScope, all: readonly Rule[], target: string): boolean {
  let next = target;
  for (let step = 0; step < 10; step++) {
    if (
      !URL.canParse(next, scope.homeUrl('/')) ||
      new URL(next, scope.homeUrl('/')).origin !== new URL(scope.homeUrl('/')).origin
    )
      return false;
    const path = normalizePath(pathOf(scope, next));
    const rule = ruleFor(all, path);
    if (!rule || rule.status === 410) return false;
    next = targetFor(rule, path);
  }
  return true;
}

async function remove(scope: PluginScope, id: number): Promise<void> {
  await scope.db.transaction(async () => {
    await scope.db()(RULES).where({ id }).delete();
    await scope.db()(HITS).where({ rule_id: id }).delete();
  });
}

/** Handles a page's change of path: redirects the old path to the new one, and removes rules for the new one. */
async function handleMove(scope: PluginScope, from: string, to: string): Promise<void> {
  await scope.db.transaction(async () => {
    for (const { id } of await scope
      .db()(RULES)
      .where({ source: normalizePath(to) })
      .select<{ id: number }[]>('id'))
      await remove(scope, id);
    await scope.db()(RULES).where({ target: from }).update({ target: to });
    const ruleId = await add(scope, from, to, 301);
    if (isWpError(ruleId)) scope.log.warn('no redirect was created', { from, to, error: ruleId.getErrorMessage() });
  });
}

async function screen(scope: PluginScope, request: PageRequest): Promise<Reply> {
  const { __ } = scope;
  const submitted = {
    source: request.field('source').slice(0, 500),
    target: request.field('target').slice(0, 500),
    status: Number(request.field('status')) || 301,
  };
  let problem = '';
  if (request.method === 'POST') {
    const outcome =
      request.field('action') === 'delete'
        ? await remove(scope, Number(request.field('id')))
        : await add(scope, submitted.source, submitted.target, submitted.status);
    if (!isWpError(outcome)) {
      scope.addNotice(request, 'success', outcome === undefined ? __('Redirect deleted.') : __('Redirect added.'));
      return { kind: 'redirect', location: '/wp-admin/admin.php?page=redirects-kit', status: 303 };
    }
    problem = outcome.getErrorMessage();
  }
  const labels: Readonly<Record<number, string>> = {
    301: __('Permanent (301)'),
    302: __('Temporary (302)'),
    307: __('Temporary, keeps the request method (307)'),
    308: __('Permanent, keeps the request method (308)'),
    410: __('Gone (410)'),
  };
  const found = (await scope
    .db()(RULES)
    .leftJoin(HITS, `${HITS}.rule_id`, `${RULES}.id`)
    .select(`${RULES}.id`, 'source', 'target', 'status', 'hits', 'last_at')
    .orderBy('source')
    .limit(MAX_RULES)) as (Rule & { readonly hits: number | null })[];
  const missing: unknown[] = await scope.db()(MISSING).orderBy('hits', 'desc').limit(50);
  return {
    kind: 'page',
    title: __('Redirects'),
    status: problem === '' ? 200 : 422,
    view: 'rules',
    data: {
      problem,
      form: submitted,
      statuses: STATUSES.map((value) => ({ value, label: labels[value], selected: value === submitted.status })),
      rules: found.map((rule) => ({ ...rule, type: labels[rule.status] })),
      missing,
    },
  };
}

async function importFile(
  scope: PluginScope,
  file: string,
  output: { line(text: string): void; warn(text: string): void },
): Promise<void> {
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : -1),
    () => -1,
  );
  if (size < 0 || size > MAX_BYTES)
    throw new PlinthError('redirects_kit_file', `${file} is not a file of at most 1 MiB.`, {
      hint: 'Specify a text file with one redirect per line.',
      status: 400,
    });
  let added = 0;
  for (const [index, line] of (await readFile(file, 'utf8')).split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [source = '', target = '', status = ''] = line.split(',').map((part) => part.trim());
    const ruleId = await add(scope, source, target, Number(status) || 301);
    if (isWpError(ruleId)) output.warn(`Line ${index + 1}: ${ruleId.getErrorMessage()}`);
    else added++;
  }
  output.line(`${added} added.`);
}
