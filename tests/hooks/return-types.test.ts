import { runInNewContext } from 'node:vm';
import type { HookError } from '../../core/hooks/index.js';
import { anyHooks } from '../kit/any-hooks.js';

const post = { id: 1, post_type: 'post' };
const term = { taxonomy: 'category' };
const item = { title: 'Shop', url: '/shop/' };
const block = { blockName: 'core/group', attrs: {}, innerBlocks: [], innerHTML: '', innerContent: [] };
const email = { to: 'a@example.com', subject: 'Your order' };
const provider = { subtypes: () => [], entries: () => [] };
const rule = { pattern: /^shop/, groups: ['page'], fixed: {} };
const wpError = { getErrorCode: () => 'no' };
class Money {
  constructor(readonly minor: number) {}
}
class Euros extends Money {}

interface Case {
  readonly value: unknown;
  readonly taken: readonly unknown[];
  readonly dropped: readonly unknown[];
}

/** Applies a filter with a callback that returns a value. @returns the result and the reported errors */
function applyReturning(name: string, value: unknown, returned: unknown): { result: unknown; errors: HookError[] } {
  const errors: HookError[] = [];
  const hooks = anyHooks({ onError: (error) => void errors.push(error) });
  hooks.add(name, () => returned, 10, 1, 'author');
  return { result: hooks.applyFilters(name, value), errors };
}

function holds(name: string, { value, taken: accepted, dropped }: Case): void {
  for (const returned of accepted) {
    const { result: filtered, errors } = applyReturning(name, value, returned);
    expect([name, returned, filtered, errors]).toEqual([name, returned, returned, []]);
    expect(filtered).toBe(returned);
  }
  for (const returnValue of dropped) {
    const { result, errors } = applyReturning(name, value, returnValue);
    expect([name, returnValue, result]).toEqual([name, returnValue, value]);
    expect(errors).toMatchObject([{ owner: 'author', hook: name, error: { code: 'hook_invalid_return_type' } }]);
  }
}

it.each<[unknown, unknown, string]>([
  ['text', 5, 'a number instead of a string'],
  [['text'], 'text', 'a string instead of a list'],
  [new Money(1), {}, 'an object that is not valid'],
  [{}, null, 'nothing instead of an object'],
])('a callback that returns %j with %j is reported with actual and expected types', (value, returned, description) => {
  expect(applyReturning('shop/value', value, returned).errors).toMatchObject([
    { error: { message: `A callback of the filter "shop/value" returned ${description}.` } },
  ]);
});

it('a callback that returns an invalid list is reported with the invalid entry’s index', () => {
  expect(applyReturning('the_posts', [post], [post, 'Hello']).errors).toMatchObject([
    { error: { message: expect.stringContaining('a list with an invalid entry at index 1: a string.') as string } },
  ]);
});

describe('allowed return values of a filter', () => {
  it.each<[string, Case]>([
    ['no value', { value: undefined, taken: [undefined, 1, 'a', null, {}], dropped: [] }],
    [
      'null, which allows anything but undefined',
      { value: null, taken: [null, false, 0, '', {}, []], dropped: [undefined] },
    ],
    [
      'false, which allows anything but undefined',
      { value: false, taken: [false, true, null, 'a', {}, []], dropped: [undefined] },
    ],
    [
      'true, which allows booleans, objects and lists',
      { value: true, taken: [true, false, {}, []], dropped: [undefined, null, 1, 'yes'] },
    ],
    ['a text', { value: 'a', taken: ['', 'b'], dropped: [undefined, null, 1, true, {}, ['a']] }],
    ['a number', { value: 1, taken: [0, 2.5], dropped: [undefined, null, '1', true, {}] }],
    ['a list', { value: ['a'], taken: [[], [1]], dropped: [undefined, null, 'a', {}, { 0: 'a' }] }],
    ['a record', { value: { a: 1 }, taken: [{}, { b: 2 }, new Euros(1)], dropped: [undefined, null, 'a', []] }],
    [
      'a record without a prototype',
      {
        value: Object.assign(Object.create(null) as object, { a: 1 }),
        taken: [{}, { a: 2 }],
        dropped: [undefined, null, []],
      },
    ],
    [
      'a class instance',
      { value: new Money(1), taken: [new Money(2), new Euros(3)], dropped: [undefined, null, {}, [], { minor: 1 }] },
    ],
  ])('match the type of the filtered value: %s', (_kind, testCase) => {
    holds('undeclared', testCase);
  });

  it.each<[string, Case]>([
    ['check_password', { value: false, taken: [true, false], dropped: [undefined, null, 'yes', {}, 1] }],
    // Also if the original value has the wrong type.
    ['check_password', { value: 0, taken: [true], dropped: [1, '1'] }],
    ['is_email', { value: 'a@example.com', taken: ['b@example.com', false, null], dropped: [undefined, true, 0, {}] }],
    ['authenticate', { value: { id: 1 }, taken: [{ id: 2 }, false, null], dropped: [undefined, true, 'admin', []] }],
    [
      'determine_current_user',
      { value: 5, taken: [6, false, null, wpError], dropped: [undefined, true, 'admin', {}, { getErrorCode: 'no' }] },
    ],
    ['pre_insert_term', { value: 'Shirts', taken: ['Coats', wpError], dropped: [undefined, null, false, {}, 5] }],
    [
      'get_the_terms',
      {
        value: [term],
        taken: [[], [term, 7, 'shirts'], false, null, wpError],
        dropped: [undefined, true, [{}], [null], {}, 'shirts', [{ taxonomy: 5 }]],
      },
    ],
    [
      'get_terms',
      {
        value: [term],
        taken: [[], [7], ['shirts'], [true], [term]],
        dropped: [undefined, null, false, [null], [{}], [[]], { 0: term }],
      },
    ],
    ['get_pages', { value: [post], taken: [[], [post], false, null], dropped: [undefined, true, [{}], [1], 'a'] }],
    [
      'wp_admin_bar_class',
      {
        value: 'WP_Admin_Bar',
        taken: ['Mine', { addNode: () => 1, removeNode: () => 1, getNode: () => 1, getNodes: () => [] }],
        dropped: [undefined, null, {}, { addNode: 'no' }],
      },
    ],
    [
      'wp_rest_server_class',
      {
        value: 'WP_REST_Server',
        taken: [{ dispatch: () => 1, registerRestRoute: () => 1, restUrl: () => '' }],
        dropped: [undefined, 5, { dispatch: 'no server' }],
      },
    ],
    [
      'the_posts',
      {
        value: [post],
        taken: [[], [post, post]],
        dropped: [
          undefined,
          null,
          false,
          [post, 1],
          [null],
          [{ id: '1', post_type: 'post' }],
          [{ id: 1 }],
          [{ post_type: 'post' }],
          { 0: post },
        ],
      },
    ],
    [
      'document_title_parts',
      {
        value: { title: 'A' },
        taken: [{}, { title: 'B', page: 2, site: true }],
        dropped: [undefined, ['A'], 'A', { title: {} }, { title: 'A', site: null }],
      },
    ],
    [
      'user_has_cap',
      {
        value: { read: true },
        taken: [{}, { read: 1, edit_posts: null, publish_posts: undefined }],
        dropped: [undefined, null, [true], { read: {} }],
      },
    ],
    [
      'cron_schedules',
      {
        value: {},
        taken: [{ weekly: { interval: 604800, display: 'Weekly' } }],
        dropped: [undefined, [], { weekly: 604800 }, { weekly: { interval: '604800' } }, { weekly: null }],
      },
    ],
    [
      'body_class',
      {
        value: ['page'],
        taken: [[], ['a', 'b']],
        dropped: [undefined, null, 'page', { 0: 'page' }, ['page', 1], [['page']]],
      },
    ],
    ['rest_pre_echo_response', { value: { a: 1 }, taken: [null, [], 'text', 5, false], dropped: [undefined] }],
    ['option_blogname', { value: 'A shop', taken: [null, {}, 5, false], dropped: [undefined] }],
    ['pre_update_option_blogname', { value: 'A shop', taken: [{}, 5], dropped: [undefined] }],
    ['site_transient_update', { value: 'x', taken: [{}, false], dropped: [undefined] }],
    ['sanitize_post_meta_color', { value: 'x', taken: [5, ['x']], dropped: [undefined] }],
    ['default_post_metadata', { value: '', taken: [5, ['x']], dropped: [undefined] }],
    ['pre_user_login', { value: 'x', taken: [5, null], dropped: [undefined] }],
    ['my_option_blogname', { value: 'A shop', taken: ['B'], dropped: [undefined, {}] }],
  ])('match what WordPress documents: %s', (name, testCase) => {
    holds(name, testCase);
  });

  it('must be complete parsed blocks for render_block_data', () => {
    holds('render_block_data', {
      value: block,
      taken: [
        { ...block, blockName: null },
        { ...block, attrs: { a: 1 }, innerHTML: '<p></p>' },
      ],
      dropped: [
        undefined,
        null,
        [],
        'core/group',
        { ...block, blockName: undefined },
        { ...block, blockName: 5 },
        { ...block, attrs: [] },
        { ...block, attrs: null },
        { ...block, innerBlocks: {} },
        { ...block, innerHTML: null },
        { ...block, innerContent: '' },
      ],
    });
  });

  it('must be emails with subject and recipients for wp_mail', () => {
    holds('wp_mail', {
      value: email,
      taken: [
        { ...email, to: ['a@example.com', 'b@example.com'] },
        { ...email, message: 'Hello' },
      ],
      dropped: [
        undefined,
        null,
        [email],
        'letter',
        { to: email.to },
        { subject: email.subject },
        { ...email, subject: 5 },
        { ...email, to: 5 },
        { ...email, to: ['a@example.com', 5] },
        { ...email, to: { 0: 'a@example.com' } },
      ],
    });
  });

  it('must be lists of items with title and URL for menus', () => {
    for (const name of ['plinth/fallback_menu_items', 'plinth/footer_links']) {
      holds(name, {
        value: [item],
        taken: [[], [item, item]],
        dropped: [
          undefined,
          null,
          item,
          [42],
          [null],
          [[]],
          [{ title: 'Shop' }],
          [{ url: '/shop/' }],
          [item, { ...item, url: null }],
        ],
      });
    }
  });

  it('must be records of providers for wp_sitemaps_providers', async () => {
    const { result: filtered, errors } = applyReturning('wp_sitemaps_providers', {}, { posts: provider });
    expect([Object.keys(filtered as object), errors]).toEqual([['posts'], []]);
    expect(await (filtered as { posts: { subtypes(): Promise<string[]> } }).posts.subtypes()).toEqual([]);
    holds('wp_sitemaps_providers', {
      value: {},
      taken: [],
      dropped: [
        undefined,
        [provider],
        { posts: {} },
        { posts: { subtypes: provider.subtypes } },
        { posts: { entries: provider.entries } },
        { posts: null },
        { posts: 'posts' },
      ],
    });
  });

  it('must be lists of rules with a regular expression for rewrite_rules_array', () => {
    holds('rewrite_rules_array', {
      value: [rule],
      taken: [[], [rule], [{ ...rule, pattern: runInNewContext('/^shop/') as RegExp }]],
      dropped: [
        undefined,
        null,
        { 0: rule },
        [1],
        [{ ...rule, pattern: 'shop' }],
        [{ ...rule, pattern: { exec: () => null } }],
        [{ ...rule, pattern: null }],
        [{ groups: [], fixed: {} }],
        [{ ...rule, groups: {} }],
        [{ ...rule, fixed: [] }],
        [rule, { ...rule, fixed: null }],
      ],
    });
  });
});
