/** The address of a taxonomy's list, as in WordPress. */
export function termsSlug(taxonomy: string): string {
  return `edit-tags.php?taxonomy=${taxonomy}`;
}
