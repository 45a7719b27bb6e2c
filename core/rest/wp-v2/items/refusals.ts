import { WpError } from '../../../api/index.js';

/** A refusal with 401 for visitors and 403 for everybody else. */
export function forbidden(deps: { currentUserId(): number }, code: string, message: string): WpError {
  return new WpError(code, message, { status: deps.currentUserId() > 0 ? 403 : 401 });
}

/** An error with a status. */
export function failure(code: string, message: string, status: number): WpError {
  return new WpError(code, message, { status });
}
