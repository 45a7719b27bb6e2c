import type { ContractLine } from '../withdrawal/contracts.js';

/** Quantities withdrawn from, by line ID. */
export type Quantities = ReadonlyMap<number, number>;

type Line = Pick<ContractLine, 'lineId' | 'name' | 'sku' | 'quantity'>;

/**
 * Parses the entered quantities: integers up to the quantity bought; anything that is not a number means the full
 * quantity.
 */
export function readQuantities(lines: readonly Line[], readText: (lineId: number) => string): Quantities {
  return new Map(
    lines.map(({ lineId, quantity }) => {
      const text = readText(lineId).trim();
      return [lineId, /^\d{1,6}$/.test(text) ? Math.min(quantity, Number(text)) : quantity];
    }),
  );
}

/** Returns the stored form of quantities: `12=2,13=1`. */
export function serializeQuantities(quantities: Quantities): string {
  return [...quantities]
    .filter(([, quantity]) => quantity > 0)
    .map(([lineId, quantity]) => `${lineId}=${quantity}`)
    .join(',');
}

/** Parses the stored form; empty for a declaration that names no lines. */
export function parseQuantities(stored: string): Quantities {
  return new Map(
    stored
      .split(',')
      .filter((part) => /^\d+=\d+$/.test(part))
      .map((part) => part.split('=').map(Number) as [number, number]),
  );
}

/**
 * Returns the declaration after which nothing is left to withdraw from: together with earlier ones, it covers every
 * line for which the right is not excluded. Ignores rejected declarations and those that name no lines, since these may
 * refer to any line.
 */
export function findFinalDeclaration<
  T extends { readonly status: string; readonly fields: Readonly<Record<string, string | undefined>> },
>(
  lines: readonly Pick<ContractLine, 'lineId' | 'quantity' | 'exception'>[],
  declarations: readonly T[],
): T | undefined {
  const remaining = new Map(
    lines.filter(({ exception }) => exception === 0).map(({ lineId, quantity }) => [lineId, quantity]),
  );
  if (remaining.size === 0) return undefined;
  return declarations
    .filter(({ status }) => status !== 'rejected')
    .find(({ fields }) => {
      for (const [lineId, quantity] of parseQuantities(fields.quantities ?? ''))
        if (remaining.has(lineId)) remaining.set(lineId, (remaining.get(lineId) ?? 0) - quantity);
      return [...remaining.values()].every((rest) => rest <= 0);
    });
}

/** Returns the quantities as text, one line each: `2 × Mug (MUG-1)`. */
export function formatQuantities(lines: readonly Line[], quantities: Quantities): string {
  return lines
    .filter(({ lineId }) => (quantities.get(lineId) ?? 0) > 0)
    .map(({ lineId, name, sku }) => `${quantities.get(lineId)} × ${name}${sku === '' ? '' : ` (${sku})`}`)
    .join('\n');
}
