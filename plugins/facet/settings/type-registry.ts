import { type OwnRegistry, type PageText, PlinthError, type PluginScope, type RegistryEntry, type Undo } from 'plinth';
import type { Bitset } from '../engine/bitset.js';
import { builtInTypes } from './built-in-types.js';
import type { FacetType, StateCodec } from './facet-types.js';

/**
 * The facet types, built-in ones and those of extensions.
 * @since 0.1.0
 */
export interface FacetTypes {
  /** Registers a type while the registering plugin runs. */
  register<S>(type: FacetType<S>): Undo;
  /**
   * Returns a type. Functions of an extension's type run in the context of its plugin, and return an empty result if
   * they fail.
   */
  find(id: string): FacetType | undefined;
  /** Returns all types in the order of registration, built-in ones first. */
  all(): readonly FacetType[];
}

export interface TypeRegistry extends FacetTypes {
  /** Removes all types except the built-in ones. */
  reset(): void;
}

export function createTypeRegistry(
  scope: Pick<PluginScope, 'createRegistry' | '__' | 'locale' | 'plugin'>,
): TypeRegistry {
  const registry = scope.createRegistry<FacetType>({ name: 'facet type', check: validateType });
  const isolatedTypes = new WeakMap<RegistryEntry<FacetType>, FacetType>();

  function typeOf(entry: RegistryEntry<FacetType>): FacetType {
    // Built-in types are called directly.
    if (entry.owner === scope.plugin.id) return entry.value;
    const type = isolatedTypes.get(entry) ?? isolateType(registry, entry);
    isolatedTypes.set(entry, type);
    return type;
  }
  function reset(): void {
    registry.clear();
    for (const type of builtInTypes(scope)) registry.register(type);
  }

  reset();
  return {
    register: (type) => registry.register(type),
    find(id) {
      const entry = registry.find(id);
      return entry && typeOf(entry);
    },
    all: () => registry.entries().map(typeOf),
    reset,
  };
}

/** Wraps the functions of a type to run in the context of its plugin. */
function isolateType(registry: OwnRegistry<FacetType>, entry: RegistryEntry<FacetType>): FacetType {
  const { id, state, style, defaults, options, choices, describe, match, range, render } = entry.value;
  const callInPlugin = <R>(work: (type: FacetType) => R, fallback: R): R => registry.callSync(entry, work, fallback);
  const resolveText = (text: PageText | undefined, fallback: string) => (): string =>
    callInPlugin(() => (text === undefined ? fallback : String(typeof text === 'function' ? text() : text)), fallback);
  return {
    id,
    style,
    defaults,
    options: options?.map((option) => ({
      ...option,
      label: resolveText(option.label, option.name),
      help: resolveText(option.help, ''),
    })),
    label: resolveText(entry.value.label, id),
    help: resolveText(entry.value.help, ''),
    state: typeof state === 'string' ? state : isolateCodec(state, callInPlugin),
    supports: (source) => callInPlugin((type) => type.supports(source), false),
    ...(match
      ? {
          match: (documents, selection, facet) =>
            callInPlugin(() => validateBitset(match(documents, selection, facet), documents.docs), undefined),
        }
      : {}),
    ...(range ? { range: (selection) => callInPlugin(() => range(selection), { min: null, max: null }) } : {}),
    ...(choices
      ? {
          choices: (documents, selection, facet) =>
            callInPlugin(
              () =>
                choices(documents, selection, facet).map(
                  ([key, bits]) => [String(key), validateBitset(bits, documents.docs) ?? bits] as const,
                ),
              [],
            ),
        }
      : {}),
    ...(describe ? { describe: (selection, facet) => callInPlugin(() => String(describe(selection, facet)), id) } : {}),
    ...(render
      ? {
          render: (view) =>
            registry.call(
              entry,
              () => render(view),
              '',
              (html) => (typeof html === 'string' ? '' : 'it must be a string.'),
            ),
        }
      : {}),
  };
}

function isolateCodec(
  { read, write }: StateCodec<unknown>,
  callInPlugin: <R>(work: () => R, fallback: R) => R,
): StateCodec<unknown> {
  return {
    read: (variables, facet) => callInPlugin(() => read(variables, facet), undefined),
    write: (selection, facet) => callInPlugin(() => String(write(selection, facet)), ''),
  };
}

/** Validates a bitset; one of the wrong size would silently match the wrong products. */
function validateBitset(bits: Bitset | undefined, docs: number): Bitset | undefined {
  if (bits === undefined || (bits instanceof Uint32Array && bits.length === (docs + 31) >>> 5)) return bits;
  throw new PlinthError(
    'invalid_bitset',
    'A facet type returned a value that is not a bitset of the given documents.',
    {
      hint: 'Create the bitset with documents.where, having or between.',
    },
  );
}

const BUILT_IN_STATES: readonly unknown[] = ['list', 'single', 'range', 'search'];

function validateType({ label, state, supports, match, render }: FacetType): string {
  if (typeof label !== 'string' && typeof label !== 'function') return 'its label must be a string or a function.';
  if (typeof supports !== 'function') return 'it must have a supports function.';
  if (BUILT_IN_STATES.includes(state)) return '';
  if (
    typeof state !== 'object' ||
    state === null ||
    typeof state.read !== 'function' ||
    typeof state.write !== 'function'
  )
    return "its state must be 'list', 'single', 'range', 'search' or an object with read and write functions.";
  return typeof match === 'function' && typeof render === 'function'
    ? ''
    : 'with a custom state, it must have match and render functions.';
}
