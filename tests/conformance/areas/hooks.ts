import type { AnyCallback, HookApi } from '../../../core/api/index.js';
import { createHooks } from '../../../core/hooks/index.js';

type Operation = [name: string, ...args: unknown[]];
type Reply = ['arg' | 'const' | 'append' | 'add' | 'count' | 'throw', unknown?];

interface HooksInput {
  callbacks?: Record<string, { ops?: Operation[]; ret?: Reply; times?: number }>;
  ops: Operation[];
}

const MAX_TRACE = 300;

/** Runs one recorded script of hook calls. @returns the trace */
export async function runHooksCase(input: HooksInput): Promise<unknown> {
  const hooks = createHooks();
  const trace: unknown[] = [];
  const identities = new Map<string, AnyCallback>();
  const runs = new Map<string, number>();

  const identity = (name: string): AnyCallback => {
    const known = identities.get(name);
    if (known) return known;
    const callback = (...args: unknown[]): unknown => runCallback(name, args);
    identities.set(name, callback);
    return callback;
  };

  function runCallback(name: string, args: unknown[]): unknown {
    const { ops = [], ret = ['arg', 0], times = Infinity } = input.callbacks?.[name] ?? {};
    const run = (runs.get(name) ?? 0) + 1;
    runs.set(name, run);
    trace.push({ call: name, args, current: hooks.currentFilter() });
    if (trace.length > MAX_TRACE) throw new Error('trace overflow');
    if (run <= times) for (const op of ops) perform(op);
    const [kind, operand] = ret;
    if (kind === 'arg') return args[operand as number] ?? null;
    if (kind === 'const') return operand;
    if (kind === 'append') return String(args[0] ?? '') + String(operand);
    if (kind === 'add') return Number(args[0] ?? 0) + Number(operand);
    if (kind === 'count') return args.length;
    throw new Error(operand as string);
  }

  function perform([fn, ...args]: Operation): void {
    if (fn === 'try') {
      try {
        perform(args[0] as Operation);
      } catch (error) {
        trace.push({ caught: (error as Error).message });
      }
      return;
    }
    trace.push({ op: fn, tag: args[0] ?? null, result: operate(hooks, fn, args, identity) ?? null });
  }

  try {
    for (const op of input.ops) perform(op);
  } catch (error) {
    trace.push({ uncaught: (error as Error).message });
  }
  return trace;
}

function operate(hooks: HookApi, fn: string, args: unknown[], identity: (name: string) => AnyCallback): unknown {
  const tag = args[0] as string;
  const callback = (): AnyCallback => identity(args[1] as string);
  const priority = (args[2] as number | undefined) ?? 10;
  const list = args[1] as unknown[];
  switch (fn) {
    case 'add_action':
    case 'add_filter':
      hooks.addFilter(tag, callback(), priority, (args[3] as number | undefined) ?? 1);
      return true;
    case 'remove_action':
    case 'remove_filter':
      return hooks.removeFilter(tag, callback(), priority);
    case 'has_action':
    case 'has_filter':
      return args.length < 2 ? hooks.hasFilter(tag) : hooks.hasFilter(tag, callback(), args[2] as number | undefined);
    case 'remove_all_actions':
    case 'remove_all_filters':
      return hooks.removeAllFilters(tag, args[1] === undefined || args[1] === false ? undefined : (args[1] as number));
    case 'do_action':
      return hooks.doAction(tag, ...args.slice(1));
    case 'do_action_ref_array':
      return hooks.doActionRefArray(tag, list);
    case 'do_action_deprecated':
      return hooks.doActionDeprecated(tag, list, String(args[2]));
    case 'apply_filters':
      return hooks.applyFilters(tag, args[1], ...args.slice(2));
    case 'apply_filters_ref_array':
      return hooks.applyFiltersRefArray(tag, list);
    case 'apply_filters_deprecated':
      return hooks.applyFiltersDeprecated(tag, list, String(args[2]));
    case 'did_action':
      return hooks.didAction(tag);
    case 'did_filter':
      return hooks.didFilter(tag);
    case 'doing_action':
    case 'doing_filter':
      return hooks.doingFilter((args[0] as string | null | undefined) ?? undefined);
    case 'current_action':
    case 'current_filter':
      return hooks.currentFilter();
    default:
      throw new Error(`No such function: ${fn}`);
  }
}
