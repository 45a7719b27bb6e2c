import { anyHooks } from '../kit/any-hooks.js';
import { unknownHook } from '../../core/hooks/checks/unknown-hooks.js';

describe('unknown hook names', () => {
  it('suggests the nearest hook for a misspelled name', () => {
    expect(unknownHook('save_pots')).toEqual({ suggestion: 'save_post', isWordPress: false });
    expect(unknownHook('rest_api_int')).toMatchObject({ suggestion: 'rest_api_init' });
  });

  it('recognizes WordPress hooks that this host does not fire', () => {
    expect(unknownHook('wp_mail_charset')).toEqual({ suggestion: '', isWordPress: true });
  });

  it('accepts fired hooks, dynamic hook names and hooks of plugins', () => {
    for (const name of [
      'init',
      'save_post',
      'save_post_book',
      'rest_prepare_book',
      'manage_book_posts_columns',
      'draft_to_publish',
      'publish_book',
      'store/order_created',
      'wp_update_plugins',
      'my_nightly_event',
      'all',
      'load-edit.php',
    ]) {
      expect([name, unknownHook(name)]).toEqual([name, undefined]);
    }
  });

  it('reports each name once, for plugins only, unless declared or fired', () => {
    const reported: string[] = [];
    const hooks = anyHooks({ onUnknown: (name, owner) => void reported.push(`${owner} ${name}`) });
    hooks.add('save_pots', () => undefined, 10, 1, 'one');
    hooks.add('save_pots', () => undefined, 10, 1, 'two');
    hooks.add('save_pots', () => undefined, 10, 1, '');
    hooks.declarations.declare({
      name: 'save_posts',
      kind: 'action',
      owner: 'shop',
      since: '1',
      summary: '',
      args: [],
    });
    hooks.add('save_posts', () => undefined, 10, 1, 'one');
    void hooks.doAction('save_poster');
    hooks.add('save_poster', () => undefined, 10, 1, 'one');
    expect(reported).toEqual(['one save_pots']);
  });
});
