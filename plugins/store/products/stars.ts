/** A rating as stars for the eye; whoever shows it says it in words beside it. @param rating 0 to 5 */
export function starsOf(rating: number): string {
  const full = Math.max(0, Math.min(5, Math.round(rating)));
  return '★'.repeat(full) + '☆'.repeat(5 - full);
}
