import { padDuration as evenly } from '../../core/api/pad-duration';

let quicker = 25;

/** Runs work with the full response times of an owner's site. */
export async function inFullTime<T>(work: () => Promise<T>): Promise<T> {
  const before = quicker;
  quicker = 1;
  try {
    return await work();
  } finally {
    quicker = before;
  }
}

/**
 * Shortens the constant-time delays of forms, which hide whether an account exists, to a twenty-fifth, since the tests
 * log in hundreds of times. Jest's settings substitute it for `core/api/pad-duration`; timing itself is tested with
 * {@link inFullTime}.
 */
export function padDuration<T>(span: number, work: () => Promise<T>, matters?: (result: T) => boolean): Promise<T> {
  return evenly(span / quicker, work, matters);
}
