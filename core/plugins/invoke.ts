import { PlinthError } from '../api/index.js';
import {
  type Breaker,
  currentOwner,
  isUnheard,
  type PendingAnswers,
  runBlamed,
  unheardError,
  within,
} from '../hooks/index.js';
import { failureKind } from './failure-kind.js';

/**
 * Runs a plugin's code under its name. What it throws is recorded against the plugin and then reaches the caller,
 * who goes on without the answer. The host's own code (an empty owner) just runs. Asynchronous work may take the given
 * milliseconds, or the host's usual budget.
 */
export type Invoke = <T>(owner: string, place: string, work: () => T, ms?: number) => T;

interface InvokeOptions {
  /** Answers with what is to stand before the entry from now on. */
  onError(owner: string, place: string, error: unknown, breaker?: Breaker): Breaker | undefined;
  /** Milliseconds an asynchronous entry may take. */
  budgetMs: number;
}

/** What happens once in a plugin's life is no entry: whoever wants it again means it. */
const ONCE: ReadonlySet<string> = new Set(['import', 'boot', 'activate', 'deactivate', 'uninstall']);

export function createInvoke({ onError, budgetMs }: InvokeOptions): Invoke {
  /** Of entries that failed, by plugin and place. */
  const breakers = new Map<string, Breaker>();

  return function invoke<T>(owner: string, place: string, work: () => T, ms = budgetMs): T {
    if (owner === '') return work();
    const key = `${owner}\n${place}`;
    const breaker = breakers.get(key);
    if (breaker && !breaker.allows()) throw temporarilyClosed(owner, place);
    const report = (error: unknown): never => {
      const next = onError(owner, place, error, breakers.get(key));
      if (next && !ONCE.has(place)) breakers.set(key, next);
      throw asAnswer(owner, error);
    };
    let result: T;
    const asked: PendingAnswers = [];
    try {
      result = runBlamed({ owner, place, frame: currentOwner()?.frame, asked }, work);
    } catch (error) {
      return report(error);
    }
    if (!(result instanceof Promise)) {
      if (isUnheard(asked)) return report(unheardError(owner, place, asked[0]));
      breaker?.worked();
      return result;
    }
    const waited = ms === Infinity ? result : within(result, ms, () => overBudget(owner, place, ms));
    return waited.then((answer: unknown) => {
      // Who did not wait for an answer may have let everybody pass.
      if (isUnheard(asked)) return report(unheardError(owner, place, asked[0]));
      breaker?.worked();
      return answer;
    }, report) as T;
  };
}

/** An error of a driver or of the network, as whoever asked is answered; what is coded already stays. */
function asAnswer(owner: string, error: unknown): unknown {
  if (error instanceof PlinthError || failureKind(error) !== 'outage') return error;
  return new PlinthError(
    'outside_unavailable',
    `Something that "${owner}" needs does not answer: ${error instanceof Error ? error.message : String(error)}`,
    { status: 503, kind: 'outage', cause: error },
  );
}

/** What is answered in the place of an entry that is left alone for a while. */
function temporarilyClosed(owner: string, place: string): PlinthError {
  return new PlinthError(
    'temporarily_closed',
    `"${owner}" failed in ${place} several times, and is tried again later.`,
    {
      hint: 'Mend the plugin; under Tools, Faults its entry can be tried again at once.',
      status: 503,
      kind: 'outage',
    },
  );
}

function overBudget(owner: string, place: string, ms: number): PlinthError {
  return new PlinthError('plugin_over_budget', `"${owner}" took longer than ${ms} ms in ${place}.`, {
    hint: 'Do long work in a background job.',
    status: 503,
  });
}
