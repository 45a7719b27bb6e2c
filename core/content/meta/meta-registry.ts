import { isNumeric } from '../../formatting/integer.js';
import type { HookApi, MetaArgs, MetadataApi, MetaType, Undo } from '../../api/index.js';

type Registry = Pick<
  MetadataApi,
  | 'registerMeta'
  | 'unregisterMetaKey'
  | 'registeredMetaKeyExists'
  | 'getRegisteredMetaKeys'
  | 'isProtectedMeta'
  | 'sanitizeMeta'
>;

/** Registers metadata: sanitizers, permissions and defaults, each stored as the filter that WordPress uses. */
export function createMetaRegistry(
  hooks: HookApi,
  subtypeOf: (type: MetaType, id: number) => Promise<string>,
): Registry {
  const registered = new Map<string, Map<string, MetaArgs>>();
  const undo = new Map<string, Undo[]>();

  const keysOf = (type: MetaType, subtype: string): Map<string, MetaArgs> => {
    const registryKey = `${type}:${subtype}`;
    let keys = registered.get(registryKey);
    if (!keys) registered.set(registryKey, (keys = new Map<string, MetaArgs>()));
    return keys;
  };

  async function isProtectedMeta(key: string, type: MetaType | '' = ''): Promise<boolean> {
    const visible = key.replace(/[^\x20-\x7E\p{L}]/gu, '');
    return Boolean(await hooks.applyFilters('is_protected_meta', visible.startsWith('_'), key, type));
  }

  const remove = (type: MetaType, key: string, subtype: string): boolean => {
    const registryKey = `${type}:${subtype}:${key}`;
    for (const step of undo.get(registryKey) ?? []) step();
    undo.delete(registryKey);
    return keysOf(type, subtype).delete(key);
  };

  return {
    isProtectedMeta,

    registerMeta(type, key, args = {}) {
      const subtype = args.objectSubtype ?? '';
      const suffix = subtype === '' ? key : `${key}_for_${subtype}`;
      const { sanitizeCallback, authCallback } = args;
      if ('default' in args && !isOfType(args.default, args.type ?? 'string')) return false;
      remove(type, key, subtype);
      const steps: Undo[] = [];
      if (sanitizeCallback) {
        const clean = (value: unknown): unknown => sanitizeCallback(value, key, type);
        steps.push(hooks.addFilter(`sanitize_${type}_meta_${suffix}`, clean));
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
      undo.set(`${type}:${subtype}:${key}`, steps);
      keysOf(type, subtype).set(key, args);
      return true;
    },
    unregisterMetaKey: (type, key, subtype = '') => remove(type, key, subtype),
    registeredMetaKeyExists: (type, key, subtype = '') => keysOf(type, subtype).has(key),
    getRegisteredMetaKeys: (type, subtype = '') => keysOf(type, subtype),

    async sanitizeMeta(key, value, type, subtype = '') {
      const own = `sanitize_${type}_meta_${key}_for_${subtype}`;
      if (subtype !== '' && hooks.hasFilter(own)) return hooks.applyFilters(own, value, key, type, subtype);
      return hooks.applyFilters(`sanitize_${type}_meta_${key}`, value, key, type);
    },
  };
}

/** Whether a default is valid for a type; unknown types accept any value. */
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
