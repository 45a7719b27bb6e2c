/** The action that a screen's forms are signed for. */
export function nonceAction(slug: string): string {
  return `admin-${slug}`;
}
