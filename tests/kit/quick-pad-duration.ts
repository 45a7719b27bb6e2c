import { padDuration as evenly } from '../../core/api/pad-duration';

let quicker = 25;

/** Does work during which answers take the whole time that an owner's site gives them. */
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
 * Waits a twenty-fifth of what forms wait for that must not tell whether there is an account, since the tests sign in hundreds of
 * times. Jest's settings put it in the place of `core/api/pad-duration`; what is said about time is tested with {@link inFullTime}.
 */
export function padDuration<T>(span: number, work: () => Promise<T>, matters?: (answer: T) => boolean): Promise<T> {
  return evenly(span / quicker, work, matters);
}
