import type { OptionsApi, Post } from '../api/index.js';
import { currentContext } from '../context/index.js';
import type { Hooks } from '../hooks/index.js';
import type { Audit } from './audit.js';
import { differences, isSecretName } from './details.js';

interface WatchSiteDeps {
  readonly hooks: Pick<Hooks, 'addAction'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly options: Pick<OptionsApi, 'getOption'>;
}

/** Options the site manages internally; what they represent is recorded where it happens. */
const INTERNAL_OPTIONS =
  /^(?:_transient_|_site_transient_|plinth_|plugin_|uninstall_plugins$|active_plugins$|sticky_posts$|cron$|recently_activated$|auth_secret$|rewrite_rules$)|_generation$/;

/** Records changes to the site: settings, plugins and published content. */
export function watchSite({ hooks, audit, options }: WatchSiteDeps): void {
  const isSetting = (name: string): boolean => currentContext()?.id !== 'start' && !INTERNAL_OPTIONS.test(name);

  async function setting(name: string, before: unknown, after: unknown): Promise<void> {
    if (!isSetting(name)) return;
    const changes = isSecretName(name)
      ? { [name]: { from: '(hidden)', to: '(hidden)' } }
      : differences(before, after, name);
    if (Object.keys(changes).length > 0)
      await audit.record({
        action: 'settings.changed',
        subject: { kind: 'setting', id: name, title: name },
        details: { changes },
      });
  }
  hooks.addAction('updated_option', setting, 10, 3);
  // A settings form stores every field of its screen; an empty new option is not a change.
  hooks.addAction(
    'added_option',
    async (name: string, value: unknown) => (value === '' ? undefined : setting(name, null, value)),
    10,
    2,
  );
  const deletedValues = new WeakMap<object, Map<string, unknown>>();
  hooks.addAction('delete_option', async (name: string) => {
    const context = currentContext();
    if (!context || !isSetting(name)) return;
    const oldValues = deletedValues.get(context) ?? new Map<string, unknown>();
    deletedValues.set(context, oldValues.set(name, await options.getOption<unknown>(name)));
  });
  hooks.addAction('deleted_option', async (name: string) => {
    const context = currentContext();
    const oldValues = context && deletedValues.get(context);
    if (!oldValues?.has(name)) return;
    const before = oldValues.get(name);
    oldValues.delete(name);
    await setting(name, before, null);
  });

  const plugin = (action: string, id: string, details = {}): Promise<void> =>
    audit.record({ action: `plugins.${action}`, subject: { kind: 'plugin', id, title: id }, details });
  hooks.addAction('activated_plugin', (id: string) => plugin('activated', id));
  hooks.addAction('deactivated_plugin', (id: string) => plugin('deactivated', id));
  hooks.addAction(
    'deleted_plugin',
    async (id: string, isDeleted: boolean) => (isDeleted ? plugin('deleted', id) : undefined),
    10,
    2,
  );
  hooks.addAction('plugin_quarantined', (id: string, reason: string) => plugin('paused', id, { reason }), 10, 2);
  hooks.addAction('plinth/plugin_resumed', (id: string) => plugin('resumed', id));
  const theme = (action: string, id: string): Promise<void> =>
    audit.record({ action: `themes.${action}`, subject: { kind: 'theme', id, title: id } });
  hooks.addAction('switch_theme', (_name: string, { id }: { id: string }) => theme('activated', id), 10, 2);
  hooks.addAction(
    'deleted_theme',
    async (id: string, isDeleted: boolean) => (isDeleted ? theme('deleted', id) : undefined),
    10,
    2,
  );
  hooks.addAction(
    'upgrader_process_complete',
    async (
      _upgrader: unknown,
      {
        action,
        plugins = [],
        themes = [],
      }: { action: string; plugins?: readonly string[]; themes?: readonly string[] },
    ) => {
      const verb = action === 'update' ? 'updated' : 'installed';
      for (const id of plugins) await plugin(verb, id);
      for (const id of themes) await theme(verb, id);
    },
    10,
    2,
  );

  const subjectOf = (post: Post): { kind: string; id: number; title: string } => ({
    kind: post.post_type,
    id: post.id,
    title: post.post_title,
  });
  hooks.addAction(
    'transition_post_status',
    async (to: string, from: string, post: Post) => {
      if (post.post_type === 'revision') return;
      if (to === 'publish' && from !== 'publish')
        await audit.record({ action: 'content.published', subject: subjectOf(post) });
      else if (from === 'publish' && to !== 'publish')
        await audit.record({
          action: to === 'trash' ? 'content.trashed' : 'content.withdrawn',
          subject: subjectOf(post),
          details: { status: to },
        });
    },
    10,
    3,
  );
  hooks.addAction(
    'deleted_post',
    async (_id: number, post: Post) => {
      // Empty drafts and revisions are deleted automatically and not recorded.
      if (post.post_type !== 'revision' && post.post_status !== 'auto-draft' && post.post_status !== 'draft')
        await audit.record({ action: 'content.deleted', subject: subjectOf(post) });
    },
    10,
    2,
  );
}
