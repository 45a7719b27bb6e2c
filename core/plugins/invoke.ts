import { PlinthError } from '../api/index.js';
import { currentBlame, runBlamed, within } from '../hooks/index.js';

/**
 * Runs a plugin's code under its name. What it throws is recorded against the plugin and then reaches the caller,
 * who goes on without the answer. The host's own code (an empty owner) just runs. Asynchronous work may take the given
 * milliseconds, or the host's usual budget.
 */
export type Invoke = <T>(owner: string, place: string, work: () => T, ms?: number) => T;

export interface InvokeOptions {
  onFault(owner: string, place: string, error: unknown): void;
  /** Milliseconds an asynchronous entry may take. */
  budgetMs: number;
}

export function createInvoke({ onFault, budgetMs }: InvokeOptions): Invoke {
  return function invoke<T>(owner: string, place: string, work: () => T, ms = budgetMs): T {
    if (owner === '') return work();
    const report = (error: unknown): never => {
      onFault(owner, place, error);
      throw error;
    };
    let result: T;
    try {
      result = runBlamed({ owner, place, frame: currentBlame()?.frame }, work);
    } catch (error) {
      return report(error);
    }
    if (!(result instanceof Promise)) return result;
    if (ms === Infinity) return result.catch(report) as T;
    return within(result, ms, () => overBudget(owner, place, ms)).catch(report) as T;
  };
}

function overBudget(owner: string, place: string, ms: number): PlinthError {
  return new PlinthError('plugin_over_budget', `"${owner}" took longer than ${ms} ms in ${place}.`, {
    cure: 'Do long work in a background job.',
    status: 503,
  });
}
