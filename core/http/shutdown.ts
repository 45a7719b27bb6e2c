import type { RequestHandler } from 'express';
import type { HookApi } from '../api/index.js';

/**
 * Fires `shutdown` when an answer is complete. Its callbacks begin before the last of it goes out, and nobody waits for those that take
 * longer: whoever asked has their answer.
 */
export function announceEnd(hooks: Pick<HookApi, 'doAction' | 'hasAction'>): RequestHandler {
  return (_request, response, next) => {
    // Wrapping costs each answer; where nobody listens there is nothing to wrap for.
    if (!hooks.hasAction('shutdown')) return next();
    const end = response.end.bind(response) as (...args: unknown[]) => typeof response;
    response.end = (...args: unknown[]) => {
      response.end = end;
      void hooks.doAction('shutdown');
      return end(...args);
    };
    next();
  };
}
