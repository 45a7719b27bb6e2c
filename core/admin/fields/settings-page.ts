import type { AdminPage, FieldValues, PageRequest, Reply, SettingsPage, SettingValues } from '../../api/index.js';
import { readFields, resolveText } from '../../fields/index.js';
import { fieldsOf, readSettings } from '../../plugins/index.js';
import { createRedirect, type ScreenReply } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';
import { renderFields, listFieldErrors, type FieldFormState } from './render-fields.js';

/** Defaults of a settings page without its own capability or parent menu. */
const DEFAULTS = { capability: 'manage_options', parent: 'options-general.php' } as const;

/** Returns the URL of a settings page. */
export function settingsUrl(slug: string): string {
  return `admin.php?page=${slug}`;
}

/** Creates the screen of a plugin's settings page. The host renders, validates and stores it. */
export function settingsPageScreen(deps: AdminDeps, page: SettingsPage): AdminPage {
  const fields = fieldsOf(page);
  const { parent = DEFAULTS.parent, capability = DEFAULTS.capability } = page;
  return {
    slug: page.slug,
    title: page.title,
    ...(page.menuTitle === undefined ? {} : { menuTitle: page.menuTitle }),
    capability,
    // An empty parent makes it a top-level item.
    ...(parent === '' ? {} : { parent }),
    ...(page.icon === undefined ? {} : { icon: page.icon }),
    ...(page.position === undefined ? {} : { position: page.position }),
    savesDraft: !fields.some(({ type }) => type === 'secret'),
    async handler(request): Promise<Reply> {
      const stored = await readSettings(deps.options, page);
      if (request.restored) return show(deps, page, { stored, form: request.form });
      if (request.method !== 'POST') return show(deps, page, { stored });
      return save(deps, page, request, stored);
    },
  };
}

async function save(deps: AdminDeps, page: SettingsPage, request: PageRequest, stored: FieldValues): Promise<Reply> {
  const { values, problems } = await readFields(deps, fieldsOf(page), request.form, stored);
  if (Object.keys(problems).length > 0) return show(deps, page, { stored, form: request.form, problems });
  await deps.transaction(async () => {
    if (page.option === undefined)
      for (const [key, value] of Object.entries(values)) await deps.options.updateOption(key, value);
    else await deps.options.updateOption(page.option, { ...stored, ...values });
    await page.onSaved?.((await readSettings(deps.options, page)) as SettingValues<SettingsPage['sections']>);
  });
  return createRedirect(request, settingsUrl(page.slug), { kind: 'success', text: deps.text.__('Settings saved.') });
}

async function show(deps: AdminDeps, page: SettingsPage, formState: FieldFormState): Promise<ScreenReply> {
  const { views, nonces } = deps;
  const title = resolveText(page.title);
  const problems = listFieldErrors(fieldsOf(page), formState.problems ?? {});
  return {
    kind: 'page',
    title,
    ...(problems.length > 0 ? { status: 422 } : {}),
    async content() {
      const sections: object[] = [];
      for (const section of page.sections) {
        const fields = await renderFields(deps, section.fields, formState);
        if (fields !== '')
          sections.push({ title: resolveText(section.title), description: resolveText(section.description), fields });
      }
      return views.renderCore('admin/settings-page', {
        title,
        description: resolveText(page.description),
        sections,
        problems,
        isSubmitted: formState.form !== undefined,
        nonceField: nonces.wpNonceField(nonceAction(page.slug)),
      });
    },
  };
}
