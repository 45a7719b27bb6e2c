import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContentApi } from '../../../core/api/index.js';
import { createAttachments } from '../../../core/content/attachments/index.js';
import type { SiteContent } from '../../../core/content/index.js';
import { createTheExcerpt } from '../../../core/content/the-excerpt.js';
import { currentContext } from '../../../core/context/index.js';
import { createI18n } from '../../../core/i18n/index.js';
import { createWidgets } from '../../../core/widgets/index.js';
import { createSiteUploads } from '../../../core/uploads/index.js';
import { type PluginSummary, registerWpV2 } from '../../../core/rest/wp-v2/index.js';
import fixtures from '../../fixtures/oracle/fixtures.json';
import recordedPlugins from '../../fixtures/oracle/plugins.json';
import { registerOracleRoutes } from '../../fixtures/oracle/rest-routes.js';
import { seedOracleUsers } from '../../fixtures/oracle/users.js';
import { createWebSite, type WebSite } from '../../kit/web-site.js';
import { type HttpRunner, logInAs, startRunner } from './http-runner.js';
import { SITE_URL } from './rest-home.js';
import { createTextEnvironment } from './site-free.js';

/** Seeds the content of the recorded site. */
export type MakeContent = (site: WebSite) => Promise<ContentApi>;

/** Boots a site with the routes, users, settings and plugins of the recording, and with `wp/v2`. */
export async function startOracleWebSite(makeContent: MakeContent = emptyContent): Promise<HttpRunner> {
  const text = createTextEnvironment();
  const site = await createWebSite({
    siteUrl: SITE_URL,
    strict: false,
    text,
    handlers: (parts) => ({ login: logInAs(parts) }),
  });
  for (const [name, value] of Object.entries({ ...OPTIONS, ...fixtures.options }))
    await site.options.updateOption(name, value);
  await seedOracleUsers(site);
  await site.users.wpUpdateUser({ id: 1, user_url: SITE_URL });
  const { rest, hooks, formatting, roles } = site;
  registerOracleRoutes({ rest, hooks, formatting, currentUserCan: (capability) => roles.currentUserCan(capability) });
  const theExcerpt = createTheExcerpt({ ...text, formatting });
  const content = await makeContent(site);
  const textDomain = createI18n().domain('default');
  const folder = mkdtempSync(join(tmpdir(), 'plinth-oracle-uploads-'));
  const uploads = createSiteUploads({ ...site, folder, siteUrl: SITE_URL, text: textDomain });
  const attachments = createAttachments({
    ...site,
    uploads,
    folder,
    text: textDomain,
    content: content as SiteContent,
    baseUrl: `${SITE_URL}/wp-content/uploads`,
    fetchSafely: () => Promise.reject(new Error('The tests fetch nothing.')),
    memo: () => currentContext()?.memo,
  });
  registerWpV2({
    ...site,
    content,
    attachments,
    uploads,
    widgets: createWidgets({
      ...site,
      content: content as SiteContent,
      blocks: text.blocks,
      homeUrl: (path = '') => SITE_URL + path,
      translate: (phrase) => phrase,
      longDate: (time) => time,
    }),
    siteSecret: 'a secret of the tests',
    // Themes of the recorded site.
    themes: () => [
      {
        id: 'twentytwentyfive',
        parent: undefined,
        name: 'Twenty Twenty-Five',
        version: '1.5',
        author: '',
        description: '',
        image: '',
        url: '',
        active: true,
      },
    ],
    fetchSafely: () => Promise.reject(new Error('The tests fetch nothing.')),
    blocks: text.blocks,
    plugins: pluginsPort(recordedPlugins),
    theContent: (content, post) => text.content.theContent(content, { postId: post.id, postType: post.post_type }),
    theExcerpt: async (post) => hooks.applyFilters<string>('the_excerpt', await theExcerpt(post)),
    currentUserId: () => currentContext()?.userId ?? 0,
    currentApplicationPassword: () => currentContext()?.memo.get('application_password') as string | undefined,
    pageTemplates: () => ['page-no-title'],
    locale: () => 'en_US',
  });
  const runner = await startRunner(site);
  return {
    run: runner.run,
    async close() {
      await runner.close();
      await site.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Defaults of a new WordPress that the recording does not list. */
const OPTIONS = {
  siteurl: SITE_URL,
  home: SITE_URL,
  admin_email: 'admin@example.test',
  date_format: 'F j, Y',
  time_format: 'g:i a',
  start_of_week: 1,
  use_smilies: 1,
  default_category: 1,
  default_post_format: '0',
  page_on_front: 0,
  page_for_posts: 0,
  default_ping_status: 'open',
  site_icon: 0,
};

function pluginsPort(recorded: readonly PluginSummary[]): {
  list(): Promise<PluginSummary[]>;
  activate(id: string): Promise<void>;
  deactivate(id: string): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
} {
  let plugins = recorded.map((plugin) => ({ ...plugin }));
  const set = (id: string, active: boolean): void =>
    void (plugins = plugins.map((plugin) => (plugin.id === id ? { ...plugin, active } : plugin)));
  return {
    list: async () => plugins,
    activate: async (id) => set(id, true),
    async deactivate(id) {
      set(id, false);
      return [];
    },
    remove: async (id) => void (plugins = plugins.filter((plugin) => plugin.id !== id)),
  };
}

/** Content type registries without any posts or terms. */
async function emptyContent({ types }: WebSite): Promise<ContentApi> {
  const emptyApi = {
    getPost: async () => null,
    getPostStatus: async () => false,
    getTerm: async () => null,
    queryPosts: async () => ({ posts: [], ids: [], found: 0, pages: 0 }),
    getTerms: async () => [],
    wpCountTerms: async () => 0,
    getAuthorPostsUrl: async (_id: number, nicename: string) => `${SITE_URL}/author/${nicename}/`,
  };
  return { ...types, ...emptyApi } as unknown as ContentApi;
}
