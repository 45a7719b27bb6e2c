import type { HostFunctions, PluginScope, Undo } from '../../api/index.js';
import type { createClaimingFunctions } from './registered-names.js';
import { checkFunction } from '../isolation/checked-entries.js';
import { wrapMeta, wrapSetting, orElse } from '../isolation/attribution.js';
import { validateText } from './page-replies.js';
import type { ScopeContext } from './scope-context.js';

/** Functions that claim a name when they register something (`registered-names.ts`). */
export type ClaimingFunctions = ReturnType<typeof createClaimingFunctions>;

/** Creates the functions for patterns, theme support, menus and widgets. */
export function themeFunctions({ parts, id, trackUndo }: ScopeContext, { registerWidget }: ClaimingFunctions) {
  const { functions, invoke } = parts;
  return {
    registerBlockPattern(name, pattern) {
      const isRegistered = functions.registerBlockPattern(name, pattern);
      if (isRegistered) trackUndo(() => void functions.unregisterBlockPattern(name));
      return isRegistered;
    },
    registerBlockPatternCategory(name, category) {
      const isRegistered = functions.registerBlockPatternCategory(name, category);
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
    registerSidebar: (args) => trackUndo(functions.registerSidebar(args)),
    registerWidget: (widget) =>
      registerWidget({
        ...widget,
        render: (...args) =>
          orElse('', () => invoke(id, `widget ${widget.idBase}`, () => validateText(widget.render(...args)))),
      }),
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
      const { undo: forget } = registries.settings.upsert(id, (one) => one.name, { group, name });
      trackUndo(() => {
        forget();
        release();
      });
    },
    registerMeta: (type, key, args) => claimedFunctions.registerMeta(type, key, args && wrapMeta(args, key, wrap)),
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
