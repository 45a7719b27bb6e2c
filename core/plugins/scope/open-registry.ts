import {
  type MaybePromise,
  type OwnRegistry,
  PlinthError,
  type RegistryEntry,
  type RegistryKind,
  type Undo,
} from '../../api/index.js';
import { currentOwner } from '../../hooks/index.js';
import type { NameRegistry } from './name-registry.js';
import type { Invoke } from '../isolation/invoke.js';
import type { UndoList } from '../state/undo-list.js';

/** Dependencies of a plugin's registries. */
interface OpenRegistryDeps {
  /** The plugin that owns the registry. */
  readonly owner: string;
  readonly invoke: Invoke;
  /** Returns the undo list of a plugin that is running or starting. */
  undoListOf(id: string): UndoList | undefined;
  readonly claim: NameRegistry['claim'];
  markChanged(): void;
}

const ID_PATTERN = /^[a-z0-9][a-z0-9_-]{0,38}$/;
/** Timeout in milliseconds of a callback that a page waits for. */
const CALLBACK_TIMEOUT_MS = 3000;

/** Creates a registry from which a plugin's entries are removed when it stops. */
export function createOpenRegistry<T extends { readonly id: string }>(
  { owner: firstOwner, invoke, undoListOf, markChanged, claim }: OpenRegistryDeps,
  kind: RegistryKind<T>,
): OwnRegistry<T> {
  let entries: readonly RegistryEntry<T>[] = [];

  function removeEntry(entry: RegistryEntry<T>): void {
    if (!entries.includes(entry)) return;
    entries = entries.filter((other) => other !== entry);
    markChanged();
  }

  return {
    register(value) {
      const problem = findProblem(value, kind);
      if (problem !== '')
        throw new PlinthError('registry_entry_invalid', `Invalid ${kind.name}: ${problem}`, {
          hint: 'Check the type in the contract of the plugin that provides the registry.',
        });
      const owner = currentOwner()?.owner || firstOwner;
      const existing = entries.find(({ id }) => id === value.id);
      const release = claim(kind.name, value.id, owner);
      const trackUndo = (undo: Undo): Undo => (owner === firstOwner ? undefined : undoListOf(owner))?.add(undo) ?? undo;
      if (existing && existing.owner !== owner) {
        // The name conflict is reported as long as the plugin runs.
        trackUndo(release);
        throw new PlinthError(
          'registry_id_exists',
          `The ${kind.name} "${value.id}" is already registered by the plugin "${existing.owner}".`,
          { hint: 'Prefix the ID with the name of your plugin.' },
        );
      }
      const entry = { id: value.id, owner, value };
      entries = existing ? entries.map((other) => (other === existing ? entry : other)) : [...entries, entry];
      markChanged();
      return trackUndo(() => {
        removeEntry(entry);
        release();
      });
    },
    entries: () => entries,
    find: (id) => entries.find((entry) => entry.id === id),
    async call<A>(
      entry: RegistryEntry<T>,
      work: (value: T) => MaybePromise<A>,
      fallback: A,
      check?: (result: A) => string,
    ): Promise<A> {
      const validateResult = (result: A): A => {
        const problem = check?.(result) ?? '';
        if (problem !== '')
          throw new PlinthError(
            'registry_invalid_return_type',
            `The ${kind.name} "${entry.id}" returned an invalid value: ${problem}`,
            { hint: 'Check the type in the contract of the plugin that provides the registry.' },
          );
        return result;
      };
      try {
        return await invoke(
          entry.owner,
          `${kind.name} ${entry.id}`,
          async () => validateResult(await work(entry.value)),
          kind.timeoutMs ?? CALLBACK_TIMEOUT_MS,
        );
      } catch {
        return fallback;
      }
    },
    callSync(entry, work, fallback) {
      try {
        return invoke(entry.owner, `${kind.name} ${entry.id}`, () => work(entry.value));
      } catch {
        return fallback;
      }
    },
    clear() {
      if (entries.length === 0) return;
      entries = [];
      markChanged();
    },
  };
}

function findProblem<T extends { readonly id: string }>(value: T, kind: RegistryKind<T>): string {
  if (typeof value !== 'object' || value === null) return 'it must be an object.';
  if (typeof value.id !== 'string' || !ID_PATTERN.test(value.id))
    return `its ID ${JSON.stringify(value.id)} must be at most 39 lowercase letters, digits, hyphens and underscores, and start with a letter or digit.`;
  return kind.check(value);
}
