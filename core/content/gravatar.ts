import { createHash } from 'node:crypto';

/** The address of the picture that goes with an address of e-mail; without one, of what stands for nobody. */
export function gravatarUrl(email: string, size: number): string {
  const address = email.trim().toLowerCase();
  const hash = address === '' ? '' : createHash('sha256').update(address).digest('hex');
  return `https://secure.gravatar.com/avatar/${hash}?s=${size}&d=mm&r=g`;
}
