import { type HostFunctions, isWpError, type PluginScope, type Undo } from '../../api/index.js';
import type { createClaimingFunctions } from './registered-names.js';
import { checkFunction, checkShape, reportRefused } from '../isolation/checked-entries.js';
import { wrapMeta, wrapSetting, orElse } from '../isolation/attribution.js';
import { validateText } from './page-replies.js';
import type { ScopeContext } from './scope-context.js';

const META_TYPES: readonly string[] = ['post', 'term', 'user', 'comment'];
const STATUS_NAME = /^[a-z0-9_-]{1,20}$/;
const BLOCK_SHAPE = {
  title: 'text?',
  attributes: 'object?',
  supports: 'object?',
  keywords: 'list?',
  parent: 'list?',
  ancestor: 'list?',
  usesContext: 'list?',
  providesContext: 'object?',
  renderCallback: 'function?',
} as const;

/** Functions that claim a name when they register something (`registered-names.ts`). */
export type ClaimingFunctions = ReturnType<typeof createClaimingFunctions>;

/** Creates the functions for patterns, theme support, menus and widgets. */
export function themeFunctions({ parts, id, trackUndo }: ScopeContext, { registerWidget }: ClaimingFunctions) {
  const { functions, invoke } = parts;
  return {
    registerBlockPattern(name, pattern) {
      const isRegistered = functions.registerBlockPattern(name, pattern);
      if (!isRegistered)
        reportRefused(invoke, id, `registerBlockPattern('${name}', …)`, 'a pattern needs a name, a title and content');
      if (isRegistered) trackUndo(() => void functions.unregisterBlockPattern(name));
      return isRegistered;
    },
    registerBlockPatternCategory(name, category) {
      const isRegistered = functions.registerBlockPatternCategory(name, category);
      if (!isRegistered)
        reportRefused(invoke, id, `registerBlockPatternCategory('${name}', …)`, 'a category needs a name and a label');
      if (isRegistered) trackUndo(() => void functions.unregisterBlockPatternCategory(name));
      return isRegistered;
    },
    addThemeSupport(feature, ...args) {
      const before = functions.getThemeSupport(feature);
      functions.addThemeSupport(feature, ...args);
      trackUndo(() => restoreSupport(functions, feature, before));
    },
    removeThemeSupport(feature) {
      const before = functions.getThemeSupport(feature);
      if (before !== false) trackUndo(() => restoreSupport(functions, feature, before));
      return functions.removeThemeSupport(feature);
    },
    registerNavMenus: (locations) => trackUndo(functions.registerNavMenus(locations)),
    registerNavMenu: (location, description) => trackUndo(functions.registerNavMenu(location, description)),
    registerSidebar: (args) => (
      checkShape('registerSidebar(…)', args, { id: 'text', name: 'text?' }),
      trackUndo(functions.registerSidebar(args))
    ),
    registerWidget: (widget) => (
      checkShape('registerWidget(…)', widget, { idBase: 'text', title: 'text', fields: 'list', render: 'function' }),
      registerWidget({
        ...widget,
        render: (...args) =>
          orElse('', () => invoke(id, `widget ${widget.idBase}`, () => validateText(widget.render(...args)))),
      })
    ),
  } satisfies Partial<PluginScope>;
}

/** Creates the functions for settings, metadata, shortcodes and blocks. */
export function contentFunctions(
  { parts, id, trackUndo, claim, wrap }: ScopeContext,
  claimedFunctions: ClaimingFunctions,
) {
  const { functions, invoke, registries } = parts;
  return {
    registerSetting(group, name, args) {
      const release = claimedFunctions.addSetting(group, name, args && wrapSetting(args, name, wrap));
      const { undo: forget } = registries.settings.upsert(id, (setting) => setting.name, { group, name });
      trackUndo(() => {
        forget();
        release();
      });
    },
    registerMeta(type, key, args) {
      const call = `registerMeta('${type}', '${key}', …)`;
      if (!META_TYPES.includes(type))
        reportRefused(invoke, id, call, 'only posts, terms, users and comments have metadata');
      else if (claimedFunctions.registerMeta(type, key, args && wrapMeta(args, key, wrap))) return true;
      else reportRefused(invoke, id, call, 'its default does not have its type');
      return false;
    },
    registerPostType(name, args) {
      const type = claimedFunctions.registerPostType(name, args);
      if (isWpError(type)) reportRefused(invoke, id, `registerPostType('${name}', …)`, type.getErrorMessage());
      return type;
    },
    registerTaxonomy(name, objectType, args) {
      const taxonomy = claimedFunctions.registerTaxonomy(name, objectType, args);
      if (isWpError(taxonomy)) reportRefused(invoke, id, `registerTaxonomy('${name}', …)`, taxonomy.getErrorMessage());
      return taxonomy;
    },
    registerPostStatus(name, args) {
      if (!STATUS_NAME.test(name))
        reportRefused(
          invoke,
          id,
          `registerPostStatus('${name}', …)`,
          'use at most 20 lower-case letters, digits, dashes and underscores',
        );
      return claimedFunctions.registerPostStatus(name, args);
    },
    addShortcode: (tag, callback) => (
      checkFunction(`addShortcode('${tag}', …)`, callback),
      claim('shortcode', tag),
      trackUndo(
        functions.addShortcode(
          tag,
          (...args) => orElse('', () => invoke(id, `shortcode [${tag}]`, () => validateText(callback(...args)))),
          id,
        ),
      )
    ),
    registerBlockType(name, settings = {}) {
      checkShape(`registerBlockType('${name}', …)`, settings, BLOCK_SHAPE);
      const { renderCallback } = settings;
      const safeCallback: typeof renderCallback =
        renderCallback &&
        ((...args) => orElse('', () => invoke(id, `block ${name}`, () => validateText(renderCallback(...args)))));
      const register = (): Undo =>
        claimedFunctions.registerBlockType(
          name,
          safeCallback ? { ...settings, renderCallback: safeCallback } : settings,
        );
      // A block the host already has is reported, without failing the rest of the plugin.
      return functions.isBlockRegistered(name)
        ? ignoreErrors(() => invoke(id, `registration of block ${name}`, register))
        : register();
    },
  } satisfies Partial<PluginScope>;
}

/** Restores the theme support of a feature to its state before a plugin's change. */
function restoreSupport(functions: HostFunctions, feature: string, before: readonly unknown[] | boolean): void {
  if (before === false) functions.removeThemeSupport(feature);
  else functions.addThemeSupport(feature, ...(before === true ? [] : before));
}

function ignoreErrors(register: () => Undo): Undo {
  try {
    return register();
  } catch {
    return () => undefined;
  }
}
