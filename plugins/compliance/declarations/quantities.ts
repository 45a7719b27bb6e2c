import type { ContractLine } from '../withdrawal/contracts.js';

/** How many of each line are withdrawn from, by the line's id. */
export type Quantities = ReadonlyMap<number, number>;

type Line = Pick<ContractLine, 'lineId' | 'name' | 'sku' | 'quantity'>;

/** Reads what was typed for lines: whole numbers up to what was bought; what is no number counts as all. */
export function readQuantities(lines: readonly Line[], typed: (lineId: number) => string): Quantities {
  return new Map(
    lines.map(({ lineId, quantity }) => {
      const text = typed(lineId).trim();
      return [lineId, /^\d{1,6}$/.test(text) ? Math.min(quantity, Number(text)) : quantity];
    }),
  );
}

/** As a declaration keeps them: `12=2,13=1`. */
export function storedQuantities(quantities: Quantities): string {
  return [...quantities]
    .filter(([, quantity]) => quantity > 0)
    .map(([lineId, quantity]) => `${lineId}=${quantity}`)
    .join(',');
}

/** The other way; none for a declaration that names no lines. */
export function quantitiesOf(stored: string): Quantities {
  return new Map(
    stored
      .split(',')
      .filter((part) => /^\d+=\d+$/.test(part))
      .map((part) => part.split('=').map(Number) as [number, number]),
  );
}

/**
 * The declaration after which nothing is left to withdraw from: what it and those before it name holds each line that the right is not
 * excluded for. Rejected ones do not count, nor does one that names no lines, which may mean any of them.
 */
export function lastNeeded<
  T extends { readonly status: string; readonly fields: Readonly<Record<string, string | undefined>> },
>(
  lines: readonly Pick<ContractLine, 'lineId' | 'quantity' | 'exception'>[],
  declarations: readonly T[],
): T | undefined {
  const left = new Map(
    lines.filter(({ exception }) => exception === 0).map(({ lineId, quantity }) => [lineId, quantity]),
  );
  if (left.size === 0) return undefined;
  return declarations
    .filter(({ status }) => status !== 'rejected')
    .find(({ fields }) => {
      for (const [lineId, quantity] of quantitiesOf(fields.quantities ?? ''))
        if (left.has(lineId)) left.set(lineId, (left.get(lineId) ?? 0) - quantity);
      return [...left.values()].every((rest) => rest <= 0);
    });
}

/** In words, a line each: `2 × Mug (MUG-1)`. */
export function quantityLabel(lines: readonly Line[], quantities: Quantities): string {
  return lines
    .filter(({ lineId }) => (quantities.get(lineId) ?? 0) > 0)
    .map(({ lineId, name, sku }) => `${quantities.get(lineId)} × ${name}${sku === '' ? '' : ` (${sku})`}`)
    .join('\n');
}
