import { readdirSync } from 'node:fs';
import { assertDefined } from '../kit/assert-defined.js';
import { join } from 'node:path';
import { filesOf } from '../docs/guide.js';
import { type AuthorFolder, authorFolder } from './author-folder.js';

/** Code that must not compile, with a description and the expected compiler error. */
const INVALID_CODE: readonly (readonly [what: string, code: string, expected: RegExp])[] = [
  [
    'a number for the text of a post',
    "scope.addFilter('the_content', (content: number) => content);",
    /'string' is not assignable to type 'number'/,
  ],
  ['a result of another type', "scope.addFilter('the_title', () => 5);", /'number' is not assignable to type/],
  [
    'a misspelled filter',
    "scope.addFilter('the_contnet', (content: string) => content);",
    /The filter 'the_contnet' is never fired\. Is it misspelled\?/,
  ],
  [
    'a misspelled action',
    "scope.addAction('save_psot', () => undefined);",
    /The action 'save_psot' is never fired\. Is it misspelled\?/,
  ],
  [
    'a misspelled name that is fired',
    "void scope.applyFilters('the_contnet', '');",
    /The filter 'the_contnet' is never fired/,
  ],
  [
    'a misspelled name that a filter is taken off',
    "scope.removeFilter('the_contnet', () => '');",
    /The filter 'the_contnet' is never fired/,
  ],
  [
    'a misspelled name that an action is taken off',
    "scope.removeAllActions('save_psot');",
    /The action 'save_psot' is never fired/,
  ],
  [
    'a misspelled filter that is asked for',
    "void scope.hasFilter('the_contnet');",
    /The hook 'the_contnet' is never fired/,
  ],
  [
    'a misspelled action that is asked for',
    "void (scope.hasAction('save_psot') || scope.didAction('save_psot'));",
    /The hook 'save_psot' is never fired[^]*The action 'save_psot' is never fired/,
  ],
  [
    'a misspelled hook that may be running',
    "void scope.doingFilter('the_contnet');",
    /The hook 'the_contnet' is never fired/,
  ],
  [
    'a misspelled filter whose arguments are a list',
    "void scope.applyFiltersRefArray('the_contnet', ['']);",
    /The filter 'the_contnet' is never fired/,
  ],
  ['an action asked for as a filter', "void scope.didFilter('save_post');", /'save_post' is an action/],
  ['a question that is compared without pending', "if (scope.userCan(1, 'read') === true) return;", /have no overlap/],
  [
    'a filter listened to as an action',
    "scope.addAction('the_content', () => undefined);",
    /'the_content' is a filter here: use addFilter/,
  ],
  [
    'an action listened to as a filter',
    "scope.addFilter('save_post', (id: number) => id);",
    /'save_post' is an action: use addAction/,
  ],
  [
    'two arguments without acceptedArgs',
    "scope.addAction('save_post', (id, post) => void [id, post]);",
    /not assignable to parameter/,
  ],
  [
    'two arguments of a filter without acceptedArgs',
    "scope.addFilter('the_title', (title: string, id: number | undefined) => `${title}${id}`);",
    /not assignable to parameter/,
  ],
  [
    'another kind of argument in a name of the moment',
    "scope.addAction('save_post_book', (id: string) => void id);",
    /not assignable to parameter/,
  ],
  [
    'a filter of a bundled plugin',
    "scope.addFilter('store/order_button_text', (text: number) => text);",
    /'string' is not assignable to type 'number'/,
  ],
  ['a service that nobody offers', "scope.services.get('store.catalogs');", /not assignable to parameter/],
  [
    'a value of another kind that is filtered',
    "void scope.applyFilters('the_title', 5, 1);",
    /'number' is not assignable to parameter of type 'string'/,
  ],
];

const ACCEPTED = `
import { definePlugin } from 'plinth';
import type { Order } from 'plinth/contracts/store';

declare module 'plinth' {
  interface Filters { authors_own_price: (price: number, sku: string) => number }
  interface Taxonomies { genre: true }
  interface Services { 'authors.clock': { now(): Date } }
}

export default definePlugin({
  boot(scope) {
    scope.addFilter('the_content', (content) => content.toUpperCase());
    scope.addFilter('the_content', async (content, state) => (state?.excerpt ? content : content + '!'), 10, 2);
    scope.addAction('save_post', (id, post, update) => void [id.toFixed(), post.post_title, update === true], 10, 3);
    scope.addAction('save_post_book', (id, post) => void [id.toFixed(), post.post_title], 10, 2);
    scope.addAction('edited_genre', (termId, termTaxonomyId, input) => void [termId + termTaxonomyId, input.description], 10, 3);
    scope.addAction('wp_head', (out) => void out.push('<meta name="x">'));
    scope.addFilter('option_blogname', (value) => String(value));
    scope.addFilter('manage_posts_columns', (columns) => ({ ...columns, views: 'Views' }));
    scope.addFilter('rest_prepare_post', (response, post) => (response.setData({ title: post.post_title }), response), 10, 2);
    scope.addFilter('wp_ajax_my_thing', (_answer, request) => request.field('x'), 10, 2);
    scope.addFilter('authors_own_price', (price, sku) => price + sku.length, 10, 2);
    scope.addFilter('vendor/anything', (value: number) => value);
    scope.addAction('store/order_created', (order: Order) => void order);
    scope.addFilter('facet/facet_html', (html, facet) => html + facet.label.length, 10, 2);
    scope.services.provide('authors.clock', () => ({ now: () => new Date() }));
    void scope.services.get('authors.clock').now().getTime();
    void scope.services.get('store.catalog');
    scope.removeFilter('the_content', () => '');
    scope.removeAction('save_post_book', () => undefined, 5);
    void [scope.hasFilter('vendor/anything'), scope.hasAction('edited_genre'), scope.didAction('wp_head'), scope.didFilter('option_blogname'), scope.doingFilter('the_content'), scope.doingFilter('save_post'), scope.doingAction()];
    const named: string = 'some' + String(Date.now());
    scope.addAction(named, () => undefined);
    void scope.hasFilter(named);
    void scope.doAction(\`save_post_\${named}\`, 1, { } as never, true);
  },
});
`;

describe('types of the package for authors', () => {
  let author: AuthorFolder;
  beforeAll(() => {
    author = authorFolder();
  }, 300_000);
  afterAll(() => author.close());

  it('compile the guide’s first plugin under the strictest settings', () => {
    const files = filesOf('first-plugin.md');
    for (const name of ['hours.ts', 'plugin.ts']) author.write(name, assertDefined(files[name]));
    expect(author.check(['plugin.ts'])).toEqual({ status: 0, output: '' });
  }, 300_000);

  it('compile the examples of the guide’s types page', () => {
    const files = filesOf('types.md');
    for (const [name, text] of Object.entries(files)) author.write(name, text);
    expect(author.check(Object.keys(files))).toEqual({ status: 0, output: '' });
  }, 300_000);

  it('compile the plugins of the guide’s extension point pages', () => {
    const pages = readdirSync(join(__dirname, '../../docs/guide/points'));
    const files = pages.map((page) => page.replace(/\.md$/, '.ts'));
    for (const [index, page] of pages.entries())
      author.write(assertDefined(files[index]), assertDefined(filesOf(`points/${page}`)['plugin.ts']));
    expect(author.check(files)).toEqual({ status: 0, output: '' });
  }, 300_000);

  it('cover core, dynamic and bundled hooks, services and the author’s declarations', () => {
    author.write('accepted.ts', ACCEPTED);
    expect(author.check(['accepted.ts'])).toEqual({ status: 0, output: '' });
  }, 300_000);

  // The type of each callback used to be compared with those of all hooks: 40,652 types, taking seconds.
  it('instantiate few types for a plugin that uses two hooks', () => {
    author.write(
      'listens.ts',
      "import { definePlugin } from 'plinth';\n\nexport default definePlugin({\n  boot(scope) {\n    scope.addFilter('the_content', (content) => content);\n    scope.addAction('save_post', (id) => void id);\n  },\n});\n",
    );
    expect(author.typesOf(['listens.ts'])).toBeLessThan(5000);
  }, 300_000);

  it('reject code that would fail at run time, with an explanation', () => {
    for (const [index, [, code]] of INVALID_CODE.entries())
      author.write(
        `refused-${index}.ts`,
        `import { definePlugin } from 'plinth';\n\nexport default definePlugin({\n  boot(scope) {\n    ${code}\n  },\n});\n`,
      );
    const { output } = author.check(INVALID_CODE.map((_one, index) => `refused-${index}.ts`));
    const messages = INVALID_CODE.map(
      ([description], index) =>
        [
          description,
          output
            .split(/\n(?=\S)/)
            .filter((part) => part.startsWith(`refused-${index}.ts`))
            .join('\n'),
        ] as const,
    );
    expect(messages.filter(([, text], index) => !INVALID_CODE[index]?.[2].test(text))).toEqual([]);
  }, 300_000);
});
