import { PlinthError } from 'plinth';

/** Whether a hook that protects the shopper has failed. */
export function isFailedClosed(error: unknown): boolean {
  return error instanceof PlinthError && error.code === 'hook_failed_closed';
}
