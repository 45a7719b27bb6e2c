import { join } from 'node:path';
import { findFiredHooks } from '../../core/cli/fired-hooks.js';
import { orderHooks, recordedOrders } from '../../core/cli/hook-order.js';

const ROOT = join(__dirname, '../..');

describe('recorded order of hooks', () => {
  const ordered = orderHooks(findFiredHooks(ROOT));

  it('lists each hook once per request, with the file and line firing it', () => {
    expect(ordered.length).toBeGreaterThan(1500);
    expect(
      ordered.filter(({ kind, file, line }) => kind === '' || file === '' || line === '').map(({ hook }) => hook),
    ).toEqual([]);
    for (const names of recordedOrders().values()) expect(new Set(names).size).toBe(names.length);
  });

  it('starts with the site start and follows WordPress’s order', () => {
    const of = (request: RegExp): string[] =>
      ordered.filter((entry) => request.test(entry.request)).map(({ hook }) => hook);
    const inOrder = (names: readonly string[], expected: readonly string[]): string[] =>
      names.filter((name) => expected.includes(name));
    const start = ['plugins_loaded', 'after_setup_theme', 'init', 'wp_loaded'];
    expect(inOrder(of(/^The site starts$/), start)).toEqual(start);
    const page = [
      'parse_request',
      'pre_get_posts',
      'wp',
      'template_redirect',
      'template_include',
      'wp_head',
      'wp_enqueue_scripts',
      'loop_start',
      'the_content',
      'loop_end',
      'wp_footer',
      'shutdown',
    ];
    expect(inOrder(of(/^GET a page$/), page)).toEqual(page);
    const saved = [
      'rest_pre_dispatch',
      'wp_insert_post_data',
      'save_post',
      'wp_insert_post',
      'wp_after_insert_post',
      'rest_post_dispatch',
    ];
    expect(inOrder(of(/posts \(publishes\)$/), saved)).toEqual(saved);
    const admin = [
      'admin_menu',
      'admin_init',
      'current_screen',
      'admin_enqueue_scripts',
      'admin_head',
      'admin_notices',
      'admin_footer',
    ];
    expect(inOrder(of(/^GET \/wp-admin\/$/), admin)).toEqual(admin);
  });
});
