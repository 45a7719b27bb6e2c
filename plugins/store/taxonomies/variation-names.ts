/** A term of a variation, with its name. */
export interface VariationTerm {
  readonly variationId: number;
  readonly termId: number;
  readonly name: string;
}

/** What tells variations apart: `Biały, 30 cm`. */
export function variationNames(terms: readonly VariationTerm[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const { variationId, name } of terms)
    names.set(variationId, names.has(variationId) ? `${names.get(variationId)}, ${name}` : name);
  return names;
}
