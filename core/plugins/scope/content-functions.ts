import type { HostFunctions, PluginScope, Undo } from '../../api/index.js';
import type { registeredNames } from './registered-names.js';
import { checkFunction } from '../isolation/checked-entries.js';
import { nameMeta, nameSetting, orElse } from '../isolation/attribution.js';
import { checkedText } from './page-replies.js';
import type { ScopeContext } from './scope-context.js';

/** Registrations that the host holds by their names (`registered-names.ts`). */
export type HeldNames = ReturnType<typeof registeredNames>;

/** Patterns, theme support, menus and widgets. */
export function themeFunctions({ parts, id, trackUndo }: ScopeContext, { registerWidget }: HeldNames) {
  const { functions, invoke } = parts;
  return {
    registerBlockPattern(name, pattern) {
      const isKnown = functions.registerBlockPattern(name, pattern);
      if (isKnown) trackUndo(() => void functions.unregisterBlockPattern(name));
      return isKnown;
    },
    registerBlockPatternCategory(name, category) {
      const isKnown = functions.registerBlockPatternCategory(name, category);
      if (isKnown) trackUndo(() => void functions.unregisterBlockPatternCategory(name));
      return isKnown;
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
          orElse('', () => invoke(id, `widget ${widget.idBase}`, () => checkedText(widget.render(...args)))),
      }),
  } satisfies Partial<PluginScope>;
}

/** Settings, metadata, shortcodes and blocks. */
export function contentFunctions({ parts, id, trackUndo, claim, wrap }: ScopeContext, claimedFunctions: HeldNames) {
  const { functions, invoke, registries } = parts;
  return {
    registerSetting(group, name, args) {
      const release = claimedFunctions.addSetting(group, name, args && nameSetting(args, name, wrap));
      const { undo: forget } = registries.settings.upsert(id, (one) => one.name, { group, name });
      trackUndo(() => {
        forget();
        release();
      });
    },
    registerMeta: (type, key, args) => claimedFunctions.registerMeta(type, key, args && nameMeta(args, key, wrap)),
    addShortcode: (tag, callback) => (
      checkFunction(`addShortcode('${tag}', …)`, callback),
      claim('shortcode', tag),
      trackUndo(
        functions.addShortcode(
          tag,
          (...args) => orElse('', () => invoke(id, `shortcode [${tag}]`, () => checkedText(callback(...args)))),
          id,
        ),
      )
    ),
    registerBlockType(name, settings = {}) {
      const { renderCallback } = settings;
      const contained: typeof renderCallback =
        renderCallback &&
        ((...args) => orElse('', () => invoke(id, `block ${name}`, () => checkedText(renderCallback(...args)))));
      const register = (): Undo =>
        claimedFunctions.registerBlockType(name, contained ? { ...settings, renderCallback: contained } : settings);
      // A block the host already has is reported, without failing the rest of the plugin.
      return functions.isBlockRegistered(name)
        ? passedOver(() => invoke(id, `registration of block ${name}`, register))
        : register();
    },
  } satisfies Partial<PluginScope>;
}

/** Restores the theme support of a feature to its state before a plugin's change. */
function restoreSupport(functions: HostFunctions, feature: string, before: readonly unknown[] | boolean): void {
  if (before === false) functions.removeThemeSupport(feature);
  else functions.addThemeSupport(feature, ...(before === true ? [] : before));
}

function passedOver(register: () => Undo): Undo {
  try {
    return register();
  } catch {
    return () => undefined;
  }
}
