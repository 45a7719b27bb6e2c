import type {
  ExcerptSource,
  BlocksApi,
  DatesApi,
  Formatting,
  Post,
  ShortcodeAtts,
  ShortcodeCallback,
  ShortcodesApi,
} from '../../../core/api/index.js';
import { createBlocks, registerCoreBlocks } from '../../../core/content/blocks/index.js';
import { encodePhpJson } from '../../../core/content/blocks/php-json.js';
import { createShortcodes } from '../../../core/content/shortcodes/index.js';
import { createTheContent, type TheContent } from '../../../core/content/the-content.js';
import { createTheExcerpt } from '../../../core/content/the-excerpt.js';
import { createFormatting } from '../../../core/formatting/index.js';
import { createDates } from '../../../core/dates/index.js';
import { createHooks, type Hooks } from '../../../core/hooks/index.js';

export const HOME = 'http://127.0.0.1:8181';

type FixturePost = Pick<Post, 'post_content' | 'post_title'> & Partial<Pick<Post, 'post_excerpt' | 'post_password'>>;

/** Posts of the recording that the text areas refer to. */
const POSTS: Record<number, FixturePost> = {
  101: {
    post_title: 'About',
    post_content: '<!-- wp:paragraph -->\n<p>About us &amp; "them" -- it\'s fine...</p>\n<!-- /wp:paragraph -->',
  },
  102: { post_title: 'Team', post_content: 'The team' },
  103: { post_title: 'Alice', post_content: 'Alice [oracle_hello name="Alice"]' },
  106: { post_title: 'Secret', post_content: 'secret text', post_password: 'pw' },
  107: {
    post_title: 'Contact',
    post_content:
      '<!-- wp:paragraph -->\n<p>Before</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:shortcode -->\n[oracle_hello name="World"]\n' +
      '<!-- /wp:shortcode -->\n\n<!-- wp:paragraph -->\n<p>After [oracle_hello]</p>\n<!-- /wp:paragraph -->',
  },
  111: { post_title: 'Services', post_content: 'services' },
  112: { post_title: 'Team', post_content: 'services team' },
  113: { post_title: 'Zażółć gęślą jaźń', post_content: 'unicode' },
  115: { post_title: 'Paged', post_content: 'one<!--nextpage-->two<!--nextpage-->three' },
  201: { post_title: 'Hello Oracle', post_content: 'Hello body' },
  204: { post_title: 'Locked Post', post_content: 'locked body', post_password: 'pw' },
  205: { post_title: 'By Author', post_content: 'author pub' },
  213: { post_title: 'Long One', post_content: 'First part.<!--more-->Second part.' },
};

/** The environment of the text areas, without a database. */
export interface TextEnvironment {
  hooks: Hooks;
  formatting: Formatting;
  shortcodes: ShortcodesApi;
  blocks: BlocksApi;
  content: TheContent;
  excerpt: (id: number) => unknown;
  dates: DatesApi;
}

/** Attributes as `wp_json_encode` writes them: a list if the keys count from 0 in order. */
function attsJson(entries: [string, string][]): string {
  if (entries.every(([name], index) => name === String(index)))
    return `[${entries.map(([, value]) => encodePhpJson(value)).join(',')}]`;
  return `{${entries.map(([name, value]) => `${encodePhpJson(name)}:${encodePhpJson(value)}`).join(',')}}`;
}

function addFixtureShortcodes(shortcodes: ShortcodesApi, formatting: Formatting): void {
  const echo: ShortcodeCallback = (atts, content, tag) =>
    `{${tag}|${attsJson(shortcodes.shortcodeAttsEntries(atts))}|${encodePhpJson(content)}}`;
  for (const tag of ['echo', 'foo', 'foo-bar', 'foo_bar', 'foobar', 'x1', 'UPPER', 'ünï'])
    shortcodes.addShortcode(tag, echo);
  for (const tag of ['nest', 'n2']) {
    shortcodes.addShortcode(tag, async (_atts, content) => `<${tag}>${await shortcodes.doShortcode(content)}</${tag}>`);
  }
  const defaults = { a: '1', b: 'two', c: null };
  const others: Record<string, (atts: ShortcodeAtts, content: string) => string | number | boolean | undefined> = {
    defs: (atts) => JSON.stringify(shortcodes.shortcodeAtts(defaults, atts, 'defs')),
    num: () => 42,
    nothing: () => undefined,
    falsy: () => false,
    produces: () => '[echo produced="1"]',
    up: (_atts, content) => content.replace(/[a-z]+/g, (run) => run.toUpperCase()),
    url: () => 'http://e.x/?a=1&b="2"',
    html: () => '<b>bold</b>',
    para: () => '<p>one</p>\n\n<p>two</p>',
    oracle_hello: (atts) =>
      `<span class="oracle">Hello ${formatting.escHtml(shortcodes.shortcodeAtts({ name: 'nobody' }, atts, 'oracle_hello').name)}</span>`,
  };
  for (const [tag, callback] of Object.entries(others)) shortcodes.addShortcode(tag, callback);
}

function addFixtureBlocks(blocks: BlocksApi): void {
  const json = (value: unknown): string =>
    encodePhpJson(value)
      .replaceAll('/', '\\/')
      .replace(/[\x80-\uFFFF]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  blocks.registerBlockType('oracle/dyn', {
    apiVersion: 3,
    attributes: {
      name: { type: 'string', default: 'anon' },
      n: { type: 'integer', default: 1 },
      flag: { type: 'boolean' },
      list: { type: 'array', items: { type: 'integer' } },
    },
    renderCallback: (attributes, content) => `<dyn data-a='${json(attributes)}'>${content}</dyn>`,
  });
  blocks.registerBlockType('oracle/ctx', {
    attributes: { v: { type: 'string', default: 'dv' } },
    providesContext: { 'oracle/v': 'v' },
    renderCallback: (_attributes, content) => `<ctx>${content}</ctx>`,
  });
  blocks.registerBlockType('oracle/use', {
    usesContext: ['oracle/v', 'postId'],
    renderCallback: (_attributes, _content, block) =>
      `<use v="${(block.context['oracle/v'] as string | undefined) ?? 'none'}"/>`,
  });
  blocks.registerBlockType('oracle/static', { attributes: { k: { type: 'string' } } });
  blocks.registerBlockType('oracle/dup', {
    renderCallback: () => blocks.doBlocks('<!-- wp:oracle/dyn {"name":"inner"} /-->'),
  });
}

/** Formatting, shortcodes and blocks of a new site, with the fixtures of the recording. */
export function createTextEnvironment(): TextEnvironment {
  const hooks = createHooks();
  let tags = (): readonly string[] => [];
  const formatting = createFormatting({
    hooks,
    homeUrl: HOME,
    requestUri: () => '/cur/page/?a=1&b=two',
    shortcodeTags: () => tags(),
  });
  const shortcodes = createShortcodes({ hooks, oneAttr: formatting.wpKsesOneAttr });
  tags = shortcodes.shortcodeTags;
  const blocks = createBlocks({ hooks, formatting });
  const content = createTheContent({ hooks, formatting, shortcodes, blocks });
  registerCoreBlocks(blocks, {
    formatting,
    homeUrl: () => HOME,
    siteTitle: async () => 'Oracle Site',
    postTitle: (id) => content.theTitle(POSTS[id]?.post_title ?? '', id),
    patternContent: () => undefined,
  });
  addFixtureShortcodes(shortcodes, formatting);
  addFixtureBlocks(blocks);
  const theExcerpt = createTheExcerpt({ hooks, formatting, shortcodes, blocks, content });
  const excerpt = (id: number): unknown => {
    const post = POSTS[id];
    if (!post) return '';
    const source: ExcerptSource = {
      post_content: post.post_content,
      post_excerpt: post.post_excerpt ?? '',
      passwordRequired: post.post_password !== undefined,
    };
    return theExcerpt(source);
  };
  const dates = createDates({ options: { getOption: async <T>() => 'UTC' as T }, hooks, locale: () => 'en_US' });
  return { hooks, formatting, shortcodes, blocks, content, excerpt, dates };
}

export interface CallInput {
  fn?: string;
  args?: unknown[];
  calls?: [string, ...unknown[]][];
}
export type AreaFunctions = Record<string, (...args: never[]) => unknown>;

export const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/gi, (_match, email: string) => email.toUpperCase());

export function resolved(value: unknown, results: readonly unknown[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return results[Number(value.$ref)];
  if ('$obj' in value) return value.$obj;
  if (Array.isArray(value)) return value.map((element) => resolved(element, results));
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, resolved(element, results)]));
}

/** Replaces the site URL by the recording's placeholder, and undefined by null. */
export function recorded(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'string') {
    return value
      .replaceAll(HOME, '{{HOME}}')
      .replaceAll(encodeURIComponent(HOME), '{{HOME_ENC}}')
      .replaceAll(HOME.replaceAll('/', '\\/'), '{{HOME_ESC}}')
      .replaceAll('127.0.0.1:8181', '{{HOST}}');
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return { $float: String(value) };
  if (Array.isArray(value)) return value.map(recorded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, recorded(element)]));
}

/** Runs one case (`{fn, args}` or `{calls}`) in a separate environment. */
export async function runCalls(
  input: CallInput,
  functionsOf: (environment: TextEnvironment) => AreaFunctions,
): Promise<unknown> {
  const environment = createTextEnvironment();
  const { hooks } = environment;
  const functions: AreaFunctions = {
    ...functionsOf(environment),
    '@the_content': (text: string) => environment.content.theContent(text),
    '@the_excerpt': environment.excerpt,
    '@filter': (tag: string, value: unknown, ...rest: unknown[]) => hooks.applyFilters(tag, value, ...rest),
    '@add_filter_const': (tag: string, value: unknown) => void hooks.addFilter(tag, () => value),
    '@add_filter_append': (tag: string, end: string) =>
      void hooks.addFilter(tag, (text: unknown) => String(text as string) + end),
  };
  const call = async (
    [name, ...args]: readonly [string, ...unknown[]],
    results: readonly unknown[],
  ): Promise<unknown> => {
    const run = functions[name] ?? functions[camel(name)];
    if (!run) throw new Error(`No such function: ${name}`);
    return (run as (...params: unknown[]) => unknown)(...args.map((arg) => resolved(arg, results)));
  };
  if (input.fn !== undefined) return recorded(await call([input.fn, ...(input.args ?? [])], []));
  const results: unknown[] = [];
  for (const functionCall of input.calls ?? []) results.push(await call(functionCall, results));
  return results.map(recorded);
}
