import type { HookApi } from '../../../../core/api/index.js';
import { kindOf, type ValueKind } from './value-kind.js';

/** Argument types of each hook's first call, in the order of these calls. */
export type FiredHooks = ReadonlyMap<string, readonly ValueKind[]>;

export interface HookRecorder {
  begin(): void;
  /** Stops recording. Returns what fired since the start. */
  end(): FiredHooks;
}

/** Records hooks by name, with the earliest priority and all arguments. */
export function recordHooks(hooks: Pick<HookApi, 'addFilter'>, names: Iterable<string>): HookRecorder {
  let fired = new Map<string, readonly ValueKind[]>();
  let listening = false;
  for (const name of names) {
    hooks.addFilter(
      name,
      (...args: unknown[]) => {
        if (listening && !fired.has(name)) fired.set(name, args.map(kindOf));
        return args[0];
      },
      Number.MIN_SAFE_INTEGER,
      99,
    );
  }
  return {
    begin() {
      fired = new Map();
      listening = true;
    },
    end() {
      listening = false;
      return fired;
    },
  };
}
