import { createHmac } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import type { AdminScreen, Mail, PageRequest, PluginScope } from '../../api/index.js';
import { clientIp, CURRENT_SCREEN, currentContext, NOT_FOUND, PAGE_REQUEST } from '../../context/index.js';
import { composeEmail } from './compose-email.js';
import { putMetaBox, removeMetaBox } from './meta-boxes.js';
import { orElse } from '../isolation/attribution.js';
import { checkFunction, checkShape } from '../isolation/checked-entries.js';
import { validateText } from './page-replies.js';
import type { ScopeContext } from './scope-context.js';

/** Creates the functions for templates, template helpers and email. */
export function viewFunctions({ parts, id, manifest, folder, trackUndo }: ScopeContext) {
  const { views, invoke } = parts;
  const plugin = { id, folder, textDomain: manifest.textDomain };

  /** Runs work in the language of an email. */
  async function inLanguageOf<T>({ locale }: Mail, work: () => Promise<T>): Promise<T> {
    const context = currentContext();
    if (context === undefined || locale === undefined) return work();
    const before = context.locale;
    context.locale = locale;
    try {
      return await work();
    } finally {
      context.locale = before;
    }
  }

  return {
    useAsset: (handle) => views.assets.use(handle, id),
    addTemplateHelper: (name, helper) => (
      checkFunction(`addTemplateHelper('${name}', …)`, helper),
      trackUndo(
        views.addHelper(name, (...args: unknown[]) =>
          orElse('', () => invoke(id, `helper ${name}`, () => helper(...(args as never[])))),
        ),
      )
    ),
    registerThemeDirectory: (path) => trackUndo(views.addThemeFolder(isAbsolute(path) ? path : join(folder, path))),
    render: async (view, data) => views.renderPlugin(plugin, view, data),
    mail: (email) => inLanguageOf(email, async () => parts.sendMail(await composeEmail(parts, plugin, email))),
    composeMail: (email) =>
      inLanguageOf(email, async () => parts.hooks.applyFilters('wp_mail', await composeEmail(parts, plugin, email))),
  } satisfies Partial<PluginScope>;
}

/** Creates the functions for the running request: its URL, visitor and screen. */
export function requestFunctions({ parts, id, undoList }: ScopeContext) {
  const { invoke } = parts;
  return {
    getCurrentScreen: () => (currentContext()?.memo.get(CURRENT_SCREEN) as AdminScreen | undefined) ?? null,
    addMetaBox(box) {
      checkShape('addMetaBox(…)', box, { id: 'text', title: 'text' });
      checkFunction(`addMetaBox({ id: '${box.id}' }).callback`, box.callback);
      putMetaBox({
        ...box,
        callback: (post) => orElse('', () => invoke(id, `box ${box.id}`, () => validateText(box.callback(post)))),
      });
    },
    removeMetaBox,
    homeUrl: parts.homeUrl,
    siteUrl: parts.homeUrl,
    adminUrl: (path = '') => parts.homeUrl(`/wp-admin/${path}`),
    currentRequest: () => currentContext()?.memo.get(PAGE_REQUEST) as PageRequest | undefined,
    set404: (missing = true) => void currentContext()?.memo.set(NOT_FOUND, missing),
    clientIp: (use) => clientIp(use === 'counting'),
    getCurrentUserId: () => currentContext()?.userId ?? 0,
    addNotice(request, kind, text) {
      const before = request.session.get<unknown[]>('notices') ?? [];
      request.session.set('notices', [...before, { kind, text }]);
    },

    wpHash: (text) => createHmac('sha256', parts.secret).update(`plugin ${id}|${text}`).digest('hex'),
    failedGuards: parts.failedGuards,
    async guard(entryName, work) {
      try {
        return await invoke(id, entryName, async () => work());
      } catch {
        return undefined;
      }
    },
    onDispose: (work) => undoList.add(work),
  } satisfies Partial<PluginScope>;
}
