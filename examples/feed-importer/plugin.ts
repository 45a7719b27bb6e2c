import { createHash } from 'node:crypto';
import {
  definePlugin,
  isWpError,
  type PageRequest,
  PlinthError,
  type PluginScope,
  type Reply,
  type RemoteResult,
  toUtcString,
} from 'plinth';
import { type Entry, readFeed } from './feed.js';

/** The scheduled event, and the job that it queues: hooks have a timeout of seconds, jobs have none. */
const DUE = 'feed-importer/due';
const JOB = 'feed-importer/import';
/** Identifies imported entries, so that none is imported twice. */
const KEY = '_feed_importer_key';
const SOURCE = '_feed_importer_source';
const REPORT = 'feed_importer_report';
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_HTML = 200_000;

/** Result of the last import, and the validators for the next request. */
interface Report {
  readonly url: string;
  /** UTC. */
  readonly importedAt: string;
  readonly added: number;
  /** The error; empty for none. */
  readonly error: string;
  readonly etag: string;
}

export default definePlugin({
  async activate(scope) {
    await plan(scope, 'hourly');
  },

  boot(scope) {
    const { __ } = scope;
    const settings = addSettings(scope);
    scope.registerJob(
      JOB,
      async () => {
        await importFeed(scope, await settings.values());
      },
      { maxAttempts: 3 },
    );
    scope.addAction(DUE, async () => {
      if ((await settings.values()).feed_importer_url !== '') await scope.enqueueJob(JOB);
    });
    scope.addMenuPage({
      slug: 'feed-importer-run',
      title: () => __('Import the feed'),
      parent: 'site-health.php',
      capability: 'manage_options',
      handler: (request) => screen(scope, request),
    });
    scope.addCommand({
      name: 'feed import',
      description: 'Import the feed now',
      async run(_args, _options, output) {
        output.line(`${(await importFeed(scope, await settings.values())).added} added.`);
      },
    });
    scope.addAdminNotice({
      id: 'failed',
      kind: 'warning',
      text: () => __('The last import of the feed failed.'),
      link: { url: scope.adminUrl('admin.php?page=feed-importer-run'), text: () => __('View details') },
      when: async () => (await reportOf(scope)).error !== '',
    });
    // Readers and search engines are directed to the original.
    scope.addFilter('get_canonical_url', async (url, post) => (await sourceOf(scope, post.id)) || url, 10, 2);
    scope.addFilter('the_content', async (content) => {
      const source = scope.isSingular('post') ? await sourceOf(scope, scope.getQueriedObjectId()) : '';
      return source === ''
        ? content
        : `${content}<p class="feed-importer-source"><a href="${scope.escUrl(source)}" rel="external">${scope.escHtml(__('Read the original article'))}</a></p>`;
    });
  },

  async deactivate(scope) {
    await scope.wpUnscheduleHook(DUE);
  },

  async uninstall(scope, { deleteData }) {
    if (!deleteData) return;
    for (const key of [KEY, SOURCE]) await scope.deletePostMetaByKey(key);
    for (const name of [
      REPORT,
      'feed_importer_url',
      'feed_importer_interval',
      'feed_importer_status',
      'feed_importer_category',
      'feed_importer_max_entries',
    ])
      await scope.deleteOption(name);
  },
});

type Settings = Awaited<ReturnType<ReturnType<typeof addSettings>['values']>>;

function addSettings(scope: PluginScope) {
  const { __ } = scope;
  return scope.addSettingsPage({
    slug: 'feed-importer',
    title: () => __('Feed importer'),
    description: () =>
      __('Imports the entries of another site’s feed as posts. Ask the site’s owner for permission first.'),
    sections: [
      {
        fields: [
          {
            key: 'feed_importer_url',
            type: 'url',
            label: () => __('Feed URL'),
            help: () => __('RSS or Atom. Leave empty to import nothing.'),
            maxLength: 500,
          },
          {
            key: 'feed_importer_interval',
            type: 'select',
            label: () => __('Check for new entries'),
            default: 'hourly',
            required: true,
            choices: () => [
              { value: 'hourly', label: __('Every hour') },
              { value: 'twicedaily', label: __('Twice a day') },
              { value: 'daily', label: __('Every day') },
            ],
          },
          {
            key: 'feed_importer_status',
            type: 'radio',
            label: () => __('Status of new posts'),
            default: 'draft',
            required: true,
            choices: () => [
              { value: 'draft', label: __('Draft') },
              { value: 'publish', label: __('Published') },
            ],
          },
          { key: 'feed_importer_category', type: 'term', of: 'category', label: () => __('Category') },
          {
            key: 'feed_importer_max_entries',
            type: 'number',
            label: () => __('Maximum entries per import'),
            min: 1,
            max: 100,
            default: 20,
            required: true,
          },
        ],
      },
    ],
    onSaved: (values) => plan(scope, values.feed_importer_interval),
  });
}

/** Schedules the import again; the first one runs within a minute. */
async function plan(scope: PluginScope, every: string): Promise<void> {
  await scope.wpUnscheduleHook(DUE);
  await scope.wpScheduleEvent(Math.floor(Date.now() / 1000) + 60, every, DUE);
}

/** Returns the URL of a post's original; empty for this site's own posts. */
async function sourceOf(scope: PluginScope, id: number): Promise<string> {
  const source = await scope.getPostMeta(id, SOURCE, true);
  return typeof source === 'string' ? source : '';
}

async function reportOf(scope: PluginScope): Promise<Report> {
  const stored = await scope.getOption<Partial<Report> | string>(REPORT, '');
  return { url: '', importedAt: '', added: 0, error: '', etag: '', ...(typeof stored === 'object' ? stored : {}) };
}

/**
 * Fetches the feed, and creates posts from new entries; one import at a time on all nodes.
 * @throws PlinthError `feed_failed` when it could not be fetched, `feed_invalid` when it is not a feed
 */
async function importFeed(scope: PluginScope, settings: Settings): Promise<Report> {
  const url = settings.feed_importer_url;
  if (url === '')
    throw new PlinthError('feed_missing', scope.__('No feed URL is set.'), {
      hint: scope.__('Enter it on the settings page.'),
      status: 400,
      final: true,
    });
  return scope.db.withLock(
    'feed-importer',
    async () => {
      const before = await reportOf(scope);
      const etag = before.url === url ? before.etag : '';
      try {
        const response = await scope.wpSafeRemoteGet(url, {
          timeout: 20,
          limitResponseSize: MAX_BYTES,
          headers: {
            accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9',
            ...(etag === '' ? {} : { 'if-none-match': etag }),
          },
        });
        const entries = entriesOf(scope, response, Number(settings.feed_importer_max_entries) || 20);
        let added = 0;
        for (const entry of entries) if (await store(scope, settings, entry)) added++;
        return await note(scope, {
          url,
          added,
          error: '',
          etag: scope.wpRemoteRetrieveHeader(response, 'etag').slice(0, 200) || etag,
        });
      } catch (error) {
        await note(scope, { url, added: 0, error: error instanceof Error ? error.message : String(error), etag: '' });
        throw error;
      }
    },
    { ttl: 120_000, wait: 30_000 },
  );
}

async function note(scope: PluginScope, report: Omit<Report, 'importedAt'>): Promise<Report> {
  const fullReport = { ...report, importedAt: toUtcString() };
  await scope.updateOption(REPORT, fullReport, false);
  return fullReport;
}

function entriesOf(scope: PluginScope, response: RemoteResult, max: number): readonly Entry[] {
  const { __ } = scope;
  const hint = __('Open the URL in a browser, and correct it on the settings page.');
  // An outage of the other site is not a plugin error: the job is tried again.
  if (isWpError(response))
    throw new PlinthError('feed_failed', __('The other site did not respond: %s', response.getErrorMessage()), {
      hint,
      kind: 'outage',
    });
  const { code } = response.response;
  if (code === 304) return [];
  if (code !== 200)
    throw new PlinthError('feed_failed', __('The other site responded with status %d.', code), {
      hint,
      kind: 'outage',
      final: code >= 400 && code < 500,
    });
  const entries = readFeed(response.body, max);
  if (!entries)
    throw new PlinthError('feed_invalid', __('The URL does not point to a feed.'), {
      hint,
      status: 400,
      final: true,
    });
  return entries;
}

/**
 * Creates a post from an entry, unless one exists in any status: a post moved to the trash by the owner is not imported
 * again.
 */
async function store(scope: PluginScope, settings: Settings, entry: Entry): Promise<boolean> {
  const key = createHash('sha256').update(`${settings.feed_importer_url}\n${entry.key}`).digest('hex');
  const known = await scope.getPosts({
    post_type: 'post',
    post_status: ['publish', 'draft', 'pending', 'private', 'future', 'trash'],
    meta_key: KEY,
    meta_value: key,
    posts_per_page: 1,
  });
  if (known.length > 0) return false;
  const title = scope.sanitizeTextField(entry.title).slice(0, 300) || scope.__('Untitled');
  const at =
    entry.publishedAt !== undefined && entry.publishedAt < Date.now() ? toUtcString(entry.publishedAt) : undefined;
  const inserted = await scope.wpInsertPost(
    {
      post_type: 'post',
      post_status: settings.feed_importer_status === 'publish' ? 'publish' : 'draft',
      post_title: title,
      // Markup allowed in posts: no scripts, no frames.
      post_content: scope.wpKsesPost(entry.html.slice(0, MAX_HTML)),
      ...(at === undefined ? {} : { post_date_gmt: at, post_date: await scope.getDateFromGmt(at) }),
      ...(settings.feed_importer_category > 0 ? { post_category: [settings.feed_importer_category] } : {}),
      meta_input: { [KEY]: key, ...(entry.link === '' ? {} : { [SOURCE]: entry.link }) },
    },
    true,
  );
  if (!isWpError(inserted)) return true;
  scope.log.warn('an entry could not be stored', { entry: entry.key.slice(0, 200), error: inserted.getErrorMessage() });
  return false;
}

async function screen(scope: PluginScope, request: PageRequest): Promise<Reply> {
  const { __ } = scope;
  if (request.method === 'POST') {
    await scope.enqueueJob(JOB);
    scope.addNotice(request, 'success', __('The feed will be imported shortly.'));
    return { kind: 'redirect', location: '/wp-admin/admin.php?page=feed-importer-run', status: 303 };
  }
  const report = await reportOf(scope);
  return {
    kind: 'page',
    title: __('Import the feed'),
    view: 'run',
    data: {
      state: stateText(scope, report),
      failed: report.error !== '',
      importedAt: report.importedAt,
      next: (await scope.wpNextScheduled(DUE)) !== false,
      settingsUrl: scope.adminUrl('admin.php?page=feed-importer'),
    },
  };
}

/** Describes the result of the last import. */
function stateText(
  { __, _n }: PluginScope,
  { importedAt, error, added }: Awaited<ReturnType<typeof reportOf>>,
): string {
  if (importedAt === '') return __('Nothing has been imported yet.');
  return error === '' ? _n('The last import added %d post.', 'The last import added %d posts.', added) : error;
}
