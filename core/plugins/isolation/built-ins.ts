import { PlinthError } from '../../api/index.js';
import type { Invoke } from './invoke.js';

/** Built-in classes that packages tend to extend; both the class and its prototype are checked. */
const CLASSES = {
  Object,
  Array,
  String,
  Number,
  Boolean,
  BigInt,
  Symbol,
  Function,
  Promise,
  Map,
  Set,
  WeakMap,
  Date,
  RegExp,
  Error,
} as const;
const NAMESPACES = { JSON, Math, Reflect } as const;

/** The built-in objects by the names that developers use for them. */
const BUILT_INS: readonly (readonly [string, object])[] = [
  ...Object.entries(CLASSES).flatMap(([name, builtIn]): [string, object][] => [
    [name, builtIn],
    [`${name}.prototype`, builtIn.prototype as object],
  ]),
  ...Object.entries(NAMESPACES),
];

type Properties = ReadonlyMap<PropertyKey, PropertyDescriptor>;

/**
 * Runs a plugin's code and undoes what it did to built-in objects, which all plugins and the host share. A property
 * that is new and enumerable appears in every `for…in` loop, so it is made non-enumerable; one that was replaced or
 * deleted is restored. The change is recorded as an error of the plugin (`built_in_changed`). Call it inside `invoke`, so
 * that an error that the code throws is recorded with the built-in objects restored.
 * @param entryName the lifecycle entry that runs: `import` or `boot`
 */
export async function withBuiltInsRestored<T>(
  invoke: Invoke,
  id: string,
  entryName: string,
  work: () => Promise<T>,
): Promise<T> {
  const before = BUILT_INS.map(([, builtIn]) => propertiesOf(builtIn));
  try {
    return await work();
  } finally {
    const changes = BUILT_INS.flatMap(([name, builtIn], index) =>
      undoChanges(name, builtIn, before[index] ?? new Map()),
    );
    if (changes.length > 0) reportChanges(invoke, id, entryName, changes);
  }
}

const propertiesOf = (builtIn: object): Properties =>
  new Map(
    Reflect.ownKeys(builtIn).flatMap((key) => {
      const property = Reflect.getOwnPropertyDescriptor(builtIn, key);
      return property ? [[key, property]] : [];
    }),
  );

/** Returns the changes with what was done about each. */
function undoChanges(name: string, builtIn: object, before: Properties): string[] {
  const now = propertiesOf(builtIn);
  const added = [...now].flatMap(([key, property]) => {
    if (before.has(key) || !property.enumerable || typeof key === 'symbol') return [];
    const isHidden = Reflect.defineProperty(builtIn, key, { enumerable: false });
    return [`${name}.${key} was added as an enumerable property${isHidden ? '' : ', which could not be undone'}`];
  });
  const changed = [...before].flatMap(([key, property]) => {
    const current = now.get(key);
    if (current && isSame(current, property)) return [];
    const isRestored = Reflect.defineProperty(builtIn, key, property);
    return [
      `${name}.${String(key)} was ${current ? 'replaced' : 'deleted'}${isRestored ? '' : ', which could not be undone'}`,
    ];
  });
  return [...added, ...changed];
}

const isSame = (first: PropertyDescriptor, second: PropertyDescriptor): boolean =>
  Object.is(first.value, second.value) && first.get === second.get && first.set === second.set;

function reportChanges(invoke: Invoke, id: string, entryName: string, changes: readonly string[]): void {
  try {
    invoke(id, entryName, () => {
      throw new PlinthError('built_in_changed', `"${id}" changed built-in objects: ${changes.join('; ')}.`, {
        hint: 'Plinth undid the change. Remove the package that makes it, or export functions instead of extending prototypes.',
      });
    });
  } catch {
    // Recorded by `invoke`.
  }
}
