import { isNumeric } from '../../formatting/integer.js';
import type { HookApi, MetaArgs, MetadataApi, MetaType, Undo } from '../../api/index.js';

type MetaRegistry = Pick<
  MetadataApi,
  | 'registerMeta'
  | 'unregisterMetaKey'
  | 'registeredMetaKeyExists'
  | 'getRegisteredMetaKeys'
  | 'isProtectedMeta'
  | 'sanitizeMeta'
>;

/** Registers meta keys. Their sanitizers, permissions and defaults are stored as callbacks of WordPress's filters. */
export function createMetaRegistry(
  hooks: HookApi,
  subtypeOf: (type: MetaType, id: number) => Promise<string>,
): MetaRegistry {
  const registered = new Map<string, Map<string, MetaArgs>>();
  const undoSteps = new Map<string, Undo[]>();

  const getKeys = (type: MetaType, subtype: string): Map<string, MetaArgs> => {
    const registryKey = `${type}:${subtype}`;
    let keys = registered.get(registryKey);
    if (!keys) registered.set(registryKey, (keys = new Map<string, MetaArgs>()));
    return keys;
  };

  async function isProtectedMeta(key: string, type: MetaType | '' = ''): Promise<boolean> {
    const visible = key.replace(/[^\x20-\x7E\p{L}]/gu, '');
    return Boolean(await hooks.applyFilters('is_protected_meta', visible.startsWith('_'), key, type));
  }

  const unregister = (type: MetaType, key: string, subtype: string): boolean => {
    const registryKey = `${type}:${subtype}:${key}`;
    for (const step of undoSteps.get(registryKey) ?? []) step();
    undoSteps.delete(registryKey);
    return getKeys(type, subtype).delete(key);
  };

  return {
    isProtectedMeta,

    registerMeta(type, key, args = {}) {
      const subtype = args.objectSubtype ?? '';
      const suffix = subtype === '' ? key : `${key}_for_${subtype}`;
      const { sanitizeCallback, authCallback } = args;
      if ('default' in args && !isOfType(args.default, args.type ?? 'string')) return false;
      unregister(type, key, subtype);
      const steps: Undo[] = [];
      if (sanitizeCallback) {
        const sanitize = (value: unknown): unknown => sanitizeCallback(value, key, type);
        steps.push(hooks.addFilter(`sanitize_${type}_meta_${suffix}`, sanitize));
      }
      if (authCallback) steps.push(hooks.addFilter(`auth_${type}_meta_${suffix}`, authCallback, 10, 6));
      else steps.push(hooks.addFilter(`auth_${type}_meta_${suffix}`, async () => !(await isProtectedMeta(key, type))));
      if ('default' in args) {
        const provideDefault = async (
          value: unknown,
          id: number,
          requestedKey: string,
          single: boolean,
        ): Promise<unknown> => {
          if (requestedKey !== key) return value;
          if (subtype !== '' && (await subtypeOf(type, id)) !== subtype) return value;
          return single ? args.default : [args.default];
        };
        steps.push(hooks.addFilter(`default_${type}_metadata`, provideDefault, 10, 4));
      }
      undoSteps.set(`${type}:${subtype}:${key}`, steps);
      getKeys(type, subtype).set(key, args);
      return true;
    },
    unregisterMetaKey: (type, key, subtype = '') => unregister(type, key, subtype),
    registeredMetaKeyExists: (type, key, subtype = '') => getKeys(type, subtype).has(key),
    getRegisteredMetaKeys: (type, subtype = '') => getKeys(type, subtype),

    async sanitizeMeta(key, value, type, subtype = '') {
      const subtypeFilter = `sanitize_${type}_meta_${key}_for_${subtype}`;
      if (subtype !== '' && hooks.hasFilter(subtypeFilter))
        return hooks.applyFilters(subtypeFilter, value, key, type, subtype);
      return hooks.applyFilters(`sanitize_${type}_meta_${key}`, value, key, type);
    },
  };
}

/** Whether a default value is valid for a type. Unknown types accept any value. */
function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return isNumeric(value) && Number.isInteger(Number(value));
    case 'number':
      return isNumeric(value);
    case 'boolean':
      return [true, false, 0, 1, '0', '1', 'true', 'false', ''].includes(value as string);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null;
    default:
      return true;
  }
}
