import { ADMIN_ICONS, type AdminPage } from '../api/index.js';
import type { OwnedEntry } from '../plugins/index.js';
import type { AdminDeps } from './deps.js';

/** WordPress capabilities that no role has because they are mapped to others. */
const WORKED_OUT =
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
  const told = new Set<string>();
  const tell = (plugin: string, page: string, said: string, more: object): void => {
    const key = `${plugin} ${page} ${said}`;
    if (told.has(key)) return;
    told.add(key);
    log.warn({ plugin, page, ...more }, said);
  };
  return async (pages) => {
    const own = pages.filter(({ owner, value }) => owner !== '' && !told.has(`seen ${owner} ${value.slug}`));
    if (own.length === 0) return;
    const slugs = new Set(pages.map(({ value }) => value.slug));
    const held = new Set([
      ...(await roles.getRoles()).flatMap(({ capabilities }) => Object.keys(capabilities)),
      ...content.getPostTypes({}).flatMap(({ cap }) => Object.values<string>(cap)),
      ...content.getTaxonomies({}).flatMap(({ cap }) => Object.values<string>({ ...cap })),
    ]);
    for (const {
      owner,
      value: { slug, icon, parent, capability },
    } of own) {
      told.add(`seen ${owner} ${slug}`);
      if (icon !== undefined && !isIcon(icon))
        tell(owner, slug, 'an admin page uses an unknown icon', { icon, icons: ADMIN_ICONS });
      if (parent !== undefined && !slugs.has(parent))
        tell(owner, slug, 'the parent of an admin page does not exist; the page is shown at the top level', { parent });
      if (!held.has(capability) && !WORKED_OUT.test(capability))
        tell(owner, slug, 'an admin page requires a capability that no role has; only plugins can grant it', {
          capability,
        });
    }
  };
}
