import { PlinthError } from 'plinth';

/** Whether an error means that a hook which protects the shopper has failed. */
export function isFailedClosed(error: unknown): boolean {
  return error instanceof PlinthError && error.code === 'hook_failed_closed';
}
