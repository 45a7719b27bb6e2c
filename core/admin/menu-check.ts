import { ADMIN_ICONS, type AdminPage } from '../api/index.js';
import type { OwnedEntry } from '../plugins/index.js';
import type { AdminDeps } from './deps.js';

/** WordPress capabilities that no role has because they are mapped to others. */
const MAPPED_CAPABILITIES =
  /^(?:exist|(?:read|edit|delete|publish)_(?:post|page|user|term|comment)|edit_users|promote_users?|view_site_health_checks|export_others_personal_data|erase_others_personal_data|manage_privacy_options|upload_themes|upload_plugins|customize)$/;

export function isIcon(name: string | undefined): name is string {
  return (ADMIN_ICONS as readonly string[]).includes(name ?? '');
}

type CheckDeps = Pick<AdminDeps, 'roles' | 'content' | 'log'>;

/**
 * Warns once about each invalid menu entry of a plugin: an unknown icon, a missing parent, or a capability that no role
 * has.
 */
export function createMenuCheck({
  roles,
  content,
  log,
}: CheckDeps): (pages: readonly OwnedEntry<AdminPage>[]) => Promise<void> {
  const warned = new Set<string>();
  const warnOnce = (plugin: string, page: string, message: string, context: object): void => {
    const key = `${plugin} ${page} ${message}`;
    if (warned.has(key)) return;
    warned.add(key);
    log.warn({ plugin, page, ...context }, message);
  };
  return async (pages) => {
    const newPages = pages.filter(({ owner, value }) => owner !== '' && !warned.has(`seen ${owner} ${value.slug}`));
    if (newPages.length === 0) return;
    const slugs = new Set(pages.map(({ value }) => value.slug));
    const knownCapabilities = new Set([
      ...(await roles.getRoles()).flatMap(({ capabilities }) => Object.keys(capabilities)),
      ...content.getPostTypes({}).flatMap(({ cap }) => Object.values<string>(cap)),
      ...content.getTaxonomies({}).flatMap(({ cap }) => Object.values<string>({ ...cap })),
    ]);
    for (const {
      owner,
      value: { slug, icon, parent, capability },
    } of newPages) {
      warned.add(`seen ${owner} ${slug}`);
      if (icon !== undefined && !isIcon(icon))
        warnOnce(owner, slug, 'an admin page uses an unknown icon', { icon, icons: ADMIN_ICONS });
      if (parent !== undefined && !slugs.has(parent))
        warnOnce(owner, slug, 'the parent of an admin page does not exist; the page is shown at the top level', {
          parent,
        });
      if (!knownCapabilities.has(capability) && !MAPPED_CAPABILITIES.test(capability))
        warnOnce(owner, slug, 'an admin page requires a capability that no role has; only plugins can grant it', {
          capability,
        });
    }
  };
}
