/** What the secret of an app that is being set up is locked for. */
export function appPlace(userId: number): string {
  return `app setup|${userId}`;
}

/** A secret in groups of four, as people type it; apps pass over the spaces. */
export function secretGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
