import { utcText } from 'plinth';

/** A moment later than the one before, so that two saves within a second are told apart. UTC. */
export function later(before: string | undefined): string {
  const now = utcText();
  return before === undefined || now > before ? now : utcText(Date.parse(`${before.replace(' ', 'T')}Z`) + 1000);
}
