import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFiredHooks } from '../../core/cli/fired-hooks.js';
import { FIRED } from '../../core/hooks/tracing/fired-names.js';
import recorded from '../conformance/vectors/trace.json';
import { type Kinds, typedHooks, type TypedHooks } from './typed-hooks.js';
import { assertDefined } from '../kit/assert-defined.js';

const ROOT = join(__dirname, '../..');
const declaredHooks = typedHooks();
type Kind = keyof typeof declaredHooks;

/** Values for the variable parts of hook names, to compare patterns with the declared types. */
const SAMPLES = [
  'category',
  'post',
  'page',
  'x',
  'transient',
  'publish',
  'approved',
  'index',
  'wp_handle_upload',
  'user',
  'post_title',
  'comment_status',
  'name',
];
/** Patterns in the sources that are value types and not hook names. */
const NOT_NAMES: Readonly<Record<string, string>> = {
  category: 'a taxonomy, which has a hook’s name in the recorded requests',
  post_tag: 'a taxonomy, too',
};

const asPattern = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.\\+?^$()[\]{}|/-]/g, '\\$&'))
      .join('.+')}$`,
  );

function find({ names, patterns }: TypedHooks, name: string): readonly Kinds[] | undefined {
  return names.get(name) ?? [...patterns].find(([pattern]) => asPattern(pattern).test(name))?.[1];
}

/** Replaces the stars of a pattern by sample values. */
function expandPattern(name: string): string[] {
  if (!name.includes('*')) return [name];
  return SAMPLES.flatMap((sample) => expandPattern(name.replace('*', sample)));
}

describe('hook type declaration', () => {
  it('covers every hook that the core fires with its kind', () => {
    const missing = findFiredHooks(ROOT).filter(
      ({ name, kind }) =>
        !(name in NOT_NAMES) && !expandPattern(name).some((hookName) => find(declaredHooks[kind], hookName)),
    );
    expect([...new Set(missing.map(({ name, kind }) => `${kind} ${name}`))]).toEqual([]);
    const names = FIRED.split(/\s+/).filter((name) => name !== '' && !(name in NOT_NAMES));
    expect(
      names.filter(
        (name) =>
          !expandPattern(name).some(
            (pattern) => find(declaredHooks.filter, pattern) ?? find(declaredHooks.action, pattern),
          ),
      ),
    ).toEqual([]);
  });

  it('declares no hook that the core never fires', () => {
    const files = readdirSync(join(ROOT, 'core'), { withFileTypes: true, recursive: true }).filter(
      (entry) =>
        entry.isFile() &&
        entry.name.endsWith('.ts') &&
        !/wordpress-hooks|answers\.ts/.test(join(entry.parentPath, entry.name)),
    );
    const quoted = new Set(
      files.flatMap(
        (entry) =>
          readFileSync(join(entry.parentPath, entry.name), 'utf8').match(/(?<=['`])[a-z_][\w./-]+(?=['`])/g) ?? [],
      ),
    );
    const patterns = FIRED.split(/\s+/)
      .filter((name) => name.includes('*'))
      .map(asPattern);
    const fired = (name: string): boolean =>
      name === 'all' || quoted.has(name) || patterns.some((pattern) => pattern.test(name));
    expect(
      [...declaredHooks.filter.names.keys(), ...declaredHooks.action.names.keys()].filter((name) => !fired(name)),
    ).toEqual([]);
  });

  it('matches the argument types of the recorded requests', () => {
    const different = new Set<string>();
    const calls = (recorded as { expected: { hook: string; kind: Kind; args: string[] }[] }[]).flatMap(
      ({ expected }) => expected,
    );
    let compared = 0;
    for (const { hook, kind, args } of calls) {
      const kinds = declaredHooks[kind] && find(declaredHooks[kind], hook);
      if (!kinds) continue;
      compared++;
      for (const [index, arg] of args.entries()) {
        if (kinds[index] && !fits(arg, kinds[index]))
          different.add(`${hook} ${index}: ${arg}, not ${kinds[index].join(' or ')}`);
      }
    }
    expect(compared).toBeGreaterThan(5000);
    expect([...different].filter((line) => !DIFFERENT.has(assertDefined(line.split(':')[0])))).toEqual([]);
  });
});

function fits(recorded: string, kinds: Kinds): boolean {
  if (kinds.includes('anything')) return true;
  if (recorded === 'numeral') return kinds.includes('string') || kinds.includes('int');
  // PHP arrays correspond to lists and records.
  if (recorded === 'array') return kinds.includes('array') || kinds.includes('object');
  return kinds.includes(recorded.startsWith('object:') ? 'object' : recorded);
}

/** Arguments that intentionally differ from WordPress: `<hook> <index>`. */
const DIFFERENT: ReadonlySet<string> = new Set([
  // WordPress passes null or an empty value if the argument was omitted; here it is filled in.
  'get_the_categories 1',
  'the_category_list 1',
  'the_tags 0',
  'the_permalink 1',
  'comment_class 4',
  'theme_templates 2',
  'theme_page_templates 2',
  'theme_post_templates 2',
  'admin_post_thumbnail_html 2',
  // Attributes are always a record, never a string.
  'post_thumbnail_html 4',
  // WordPress passes `false` when a role was removed.
  'set_user_role 1',
  // Dashboard meta boxes receive a string, those of the editor a post.
  'do_meta_boxes 2',
  // Times are strings, including timestamps.
  'get_post_time 0',
  'get_the_time 0',
  // Additional query variables are a query string.
  'do_parse_request 2',
]);
