import { definePlugin, type PageDocument, type PluginScope, type Post } from 'plinth';

/** Post types that have the box, and are checked. */
const TYPES = ['post', 'page'] as const;
/** Search engines truncate longer ones. */
const DESCRIPTION_LENGTH = 160;
const LISTED = 200;

/** Metadata keys of the fields in the editor's box. */
const TITLE = 'seo_kit_title';
const DESCRIPTION = 'seo_kit_description';
const CANONICAL = 'seo_kit_canonical';
const IMAGE = 'seo_kit_image';
const HIDDEN = 'seo_kit_hidden';

/** SEO settings of one post. */
interface SeoFields {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly image: string;
  readonly hidden: boolean;
}

export default definePlugin({
  boot(scope) {
    const settings = addSettings(scope);
    addBox(scope);
    addColumn(scope);

    scope.addFilter('plinth/document', async (document) => completeDocument(scope, await settings.values(), document));
    scope.addFilter('document_title_separator', async () => (await settings.values()).seo_kit_separator || '-');
    scope.addFilter('robots_txt', async (text) => {
      const lines = (await settings.values()).seo_kit_robots;
      return lines === '' ? text : `${text.trimEnd()}\n\n${lines}\n`;
    });
    // Posts hidden from search engines are excluded from the sitemaps too.
    scope.addFilter('wp_sitemaps_posts_query_args', (query) => ({
      ...query,
      meta_query: combineConditions(query.meta_query, without(HIDDEN, '1', '!=')),
    }));

    scope.addCommand({
      name: 'seo missing',
      description: 'List published posts and pages without a description',
      async run(_args, _options, output) {
        output.rows(await missing(scope), ['id', 'title', 'url']);
      },
    });
    scope.registerRestRoute('seo-kit/v1', '/missing', {
      methods: 'GET',
      capability: 'edit_others_posts',
      callback: () => missing(scope),
    });
  },

  async uninstall(scope, { deleteData }) {
    if (!deleteData) return;
    for (const key of [TITLE, DESCRIPTION, CANONICAL, IMAGE, HIDDEN]) await scope.deletePostMetaByKey(key);
    for (const name of [
      'seo_kit_site',
      'seo_kit_publisher',
      'seo_kit_separator',
      'seo_kit_share',
      'seo_kit_robots',
      'seo_kit_verification',
    ])
      await scope.deleteOption(name);
  },
});

type Settings = Awaited<ReturnType<ReturnType<typeof addSettings>['values']>>;

function addSettings(scope: PluginScope) {
  const { __ } = scope;
  return scope.addSettingsPage({
    slug: 'seo-kit',
    title: () => __('Search engines'),
    sections: [
      {
        title: () => __('Site'),
        fields: [
          {
            key: 'seo_kit_site',
            type: 'textarea',
            label: () => __('Site description'),
            help: () => __('Used for the home page and for pages without their own description.'),
            maxLength: DESCRIPTION_LENGTH,
          },
          { key: 'seo_kit_publisher', type: 'text', label: () => __('Publisher'), maxLength: 100 },
          {
            key: 'seo_kit_separator',
            type: 'select',
            label: () => __('Title separator'),
            default: '-',
            choices: ['-', '–', '|', '·'].map((value) => ({ value, label: value })),
          },
          { key: 'seo_kit_share', type: 'media', source: 'image', label: () => __('Default sharing image') },
        ],
      },
      {
        title: () => __('Robots'),
        fields: [
          {
            key: 'seo_kit_robots',
            type: 'textarea',
            label: () => __('Additional robots.txt rules'),
            maxLength: 2000,
            validate: (value) => wrongLine(scope, String(value)),
          },
          {
            key: 'seo_kit_verification',
            type: 'text',
            label: () => __('Site verification code'),
            help: () => __('Provided by the search engine.'),
            pattern: '[\\w-]{1,100}',
            patternHelp: () => __('Only the code itself: letters, digits, - and _.'),
          },
        ],
      },
    ],
  });
}

/** Returns the first invalid line for robots.txt; empty when all are valid. */
function wrongLine({ __ }: PluginScope, text: string): string {
  const invalidLine = text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !/^(?:#.*|(?:user-agent|allow|disallow|sitemap|crawl-delay)\s*:.*)$/i.test(line));
  return invalidLine === undefined ? '' : __('This line is not a valid robots.txt rule: %s', invalidLine);
}

function addBox(scope: PluginScope): void {
  const { __ } = scope;
  scope.addFields({
    objectType: 'post',
    types: TYPES,
    title: () => __('Search engines'),
    fields: [
      {
        key: TITLE,
        type: 'text',
        label: () => __('Title in search results'),
        help: () => __('The site name is added to it.'),
        maxLength: 100,
      },
      {
        key: DESCRIPTION,
        type: 'textarea',
        label: () => __('Description'),
        help: () => __('One or two sentences, at most %d characters.', DESCRIPTION_LENGTH),
        maxLength: DESCRIPTION_LENGTH,
      },
      { key: IMAGE, type: 'media', source: 'image', label: () => __('Sharing image') },
      { key: HIDDEN, type: 'checkbox', label: () => __('Exclude from search results') },
      {
        key: CANONICAL,
        type: 'url',
        label: () => __('Canonical URL'),
        help: () => __('Only if the same content is also published on another page.'),
        showIf: { field: HIDDEN, is: false },
      },
    ],
  });
}

function addColumn(scope: PluginScope): void {
  const { __ } = scope;
  for (const type of TYPES) {
    scope.addFilter(`manage_${type}_posts_columns`, (columns: Readonly<Record<string, string>>) => ({
      ...columns,
      seo_kit: __('Search engines'),
    }));
    scope.addAction(
      `manage_${type}_posts_custom_column`,
      async (column: string, id: number, out: string[]) => {
        if (column !== 'seo_kit') return;
        const { hidden, description } = await seoFieldsOf(scope, id);
        const described = description === '' ? __('No description') : __('Complete');
        out.push(scope.escHtml(hidden ? __('Excluded') : described));
      },
      10,
      3,
    );
  }
}

/** Returns metadata as text; empty for anything but a scalar. */
function textOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? `${value as string | number | boolean}` : '';
}

async function seoFieldsOf(scope: PluginScope, id: number): Promise<SeoFields> {
  const [title, description, canonical, image, hidden] = await Promise.all(
    [TITLE, DESCRIPTION, CANONICAL, IMAGE, HIDDEN].map(async (key) => textOf(await scope.getPostMeta(id, key, true))),
  );
  return {
    title: title ?? '',
    description: description ?? '',
    canonical: canonical ?? '',
    image: await imageOf(scope, Number(image) || Number(await scope.getPostThumbnailId(id))),
    hidden: hidden === '1' || hidden === 'true',
  };
}

async function imageOf(scope: PluginScope, id: number): Promise<string> {
  return (id > 0 && (await scope.wpGetAttachmentImageUrl(id, 'large'))) || '';
}

/** Combined metadata of a page, from its editor, the owner and the host. */
interface Summary {
  readonly title: string;
  readonly description: string;
  readonly canonical: string | undefined;
  readonly image: string;
}

/** Completes the head of a page with the editor's and the owner's settings. */
async function completeDocument(scope: PluginScope, settings: Settings, document: PageDocument): Promise<PageDocument> {
  const queried = scope.isSingular() ? scope.getQueriedObject() : null;
  const post = queried !== null && 'post_content' in queried ? queried : null;
  const seoFields = post ? await seoFieldsOf(scope, post.id) : undefined;
  const site = await scope.getBloginfo('name');
  const page = await summaryOf(scope, settings, document, post, seoFields);
  const lines = sharedLines(scope, page, post?.post_type === 'post', site);
  return withSummary(document, page, {
    // A noindex set by the host is not overwritten.
    noindex: seoFields?.hidden === true && !document.robots?.includes('noindex'),
    head: [...lines, ...verificationLines(scope, settings)],
    jsonLd: await dataOf(scope, settings, post, page, site),
  });
}

async function summaryOf(
  scope: PluginScope,
  settings: Settings,
  document: PageDocument,
  post: Post | null,
  seoFields: SeoFields | undefined,
): Promise<Summary> {
  const excerpt = post && post.post_password === '' ? post.post_excerpt : '';
  const description = seoFields?.description || excerpt || document.description || settings.seo_kit_site;
  const titleSuffix = `${settings.seo_kit_separator || '-'} ${await scope.getBloginfo('name')}`;
  return {
    title: seoFields?.title ? `${seoFields.title} ${titleSuffix}` : document.title,
    description: scope.wpStripAllTags(description, true),
    canonical: seoFields?.canonical || document.canonical,
    image: seoFields?.image || (await imageOf(scope, settings.seo_kit_share)),
  };
}

interface Additions {
  /** Whether the page is hidden from search engines. */
  readonly noindex: boolean;
  readonly head: readonly string[];
  readonly jsonLd: readonly object[];
}

function withSummary(
  document: PageDocument,
  { title, description, canonical }: Summary,
  { noindex, head, jsonLd }: Additions,
): PageDocument {
  return {
    ...document,
    title,
    ...(description === '' ? {} : { description }),
    ...(canonical ? { canonical } : {}),
    ...(noindex ? { robots: 'noindex, follow' } : {}),
    head: [...(document.head ?? []), ...head],
    jsonLd: [...(document.jsonLd ?? []), ...jsonLd],
  };
}

/** Returns the metadata that social networks show for a shared page. */
function sharedLines(scope: PluginScope, page: Summary, isArticle: boolean, site: string): string[] {
  const shared = {
    'og:title': page.title,
    'og:description': page.description,
    'og:type': isArticle ? 'article' : 'website',
    'og:url': page.canonical ?? '',
    'og:image': page.image,
    'og:site_name': site,
    'og:locale': scope.locale(),
  };
  return Object.entries(shared)
    .filter(([, content]) => content !== '')
    .map(([name, content]) => `<meta property="${name}" content="${scope.escAttr(content)}">`);
}

/** Returns the search engine's verification tag, on the front page only. */
function verificationLines(scope: PluginScope, { seo_kit_verification: code }: Settings): string[] {
  if (code === '' || !scope.isFrontPage()) return [];
  return [`<meta name="google-site-verification" content="${scope.escAttr(code)}">`];
}

async function dataOf(
  scope: PluginScope,
  settings: Settings,
  post: Post | null,
  page: Summary,
  site: string,
): Promise<object[]> {
  if (scope.isFrontPage()) return siteData(scope, settings, site);
  return post ? postData(scope, settings, post, page.title, page.image) : [];
}

function siteData(scope: PluginScope, settings: Settings, name: string): object[] {
  const publisher =
    settings.seo_kit_publisher === ''
      ? {}
      : { publisher: { '@type': 'Organization', name: settings.seo_kit_publisher } };
  return [{ '@context': 'https://schema.org', '@type': 'WebSite', name, url: scope.homeUrl('/'), ...publisher }];
}

/** Returns structured data: an article, or the breadcrumbs of a page. */
async function postData(
  scope: PluginScope,
  settings: Settings,
  post: Post,
  headline: string,
  image: string,
): Promise<object[]> {
  // A password-protected page must not reveal its content.
  if (post.post_password !== '') return [];
  if (post.post_type === 'post') {
    const moment = (text: string | null): string | undefined => (text ? `${text.replace(' ', 'T')}Z` : undefined);
    return [
      {
        '@context': 'https://schema.org',
        '@type': 'Article',
        headline,
        url: await scope.getPermalink(post),
        datePublished: moment(post.post_date_gmt),
        dateModified: moment(post.post_modified_gmt),
        author: { '@type': 'Person', name: await scope.getTheAuthor(post.id) },
        ...(image === '' ? {} : { image }),
        ...(settings.seo_kit_publisher === ''
          ? {}
          : { publisher: { '@type': 'Organization', name: settings.seo_kit_publisher } }),
      },
    ];
  }
  const ancestors = [...(await scope.getPostAncestors(post.id))].reverse();
  if (ancestors.length === 0) return [];
  const items = await Promise.all(
    [...ancestors, post.id].map(async (id, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: scope.wpSpecialcharsDecode(await scope.getTheTitle(id)),
      item: await scope.getPermalink(id),
    })),
  );
  return [{ '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement: items }];
}

/** Returns a condition on posts: no value is stored under a key, or it compares in this way. */
function without(key: string, value: string, compare: '=' | '!='): object {
  return {
    relation: 'OR',
    clauses: [
      { key, compare: 'NOT EXISTS' },
      { key, value, compare },
    ],
  };
}

/** Combines a condition with an existing one. */
function combineConditions(existing: unknown, own: object): object {
  return { relation: 'AND', clauses: typeof existing === 'object' && existing !== null ? [existing, own] : [own] };
}

async function missing(scope: PluginScope): Promise<{ id: number; title: string; url: string }[]> {
  const posts = await scope.getPosts({
    post_type: [...TYPES],
    post_status: 'publish',
    posts_per_page: LISTED,
    orderby: 'ID',
    order: 'ASC',
    meta_query: without(DESCRIPTION, '', '='),
  });
  return Promise.all(
    posts.map(async (post) => ({ id: post.id, title: post.post_title, url: (await scope.getPermalink(post)) || '' })),
  );
}
