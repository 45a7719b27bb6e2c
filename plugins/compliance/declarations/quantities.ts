import type { ContractLine, Quantities } from '../withdrawal/contracts.js';

type Line = Pick<ContractLine, 'lineId' | 'name' | 'sku' | 'quantity'>;

/** Returns the first line of which more is named than it has; undefined when there is none. */
export function findExceeded<T extends Pick<Line, 'lineId' | 'quantity'>>(
  lines: readonly T[],
  quantities: Quantities,
): T | undefined {
  return lines.find(({ lineId, quantity }) => (quantities.get(lineId) ?? 0) > quantity);
}

/** Parses the entered quantities; anything that is not a number means the full quantity. */
export function readQuantities(lines: readonly Line[], readText: (lineId: number) => string): Quantities {
  return new Map(
    lines.map(({ lineId, quantity }) => {
      const text = readText(lineId).trim();
      return [lineId, /^\d{1,6}$/.test(text) ? Number(text) : quantity];
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

/** Quantities withdrawn from an order; each piece counts once. */
export interface WithdrawalCount {
  /**
   * Quantities that each declaration withdraws, by its ID: none for one that was declined, or that names only pieces
   * already withdrawn; absent for one that names the items as free text only.
   */
  readonly byDeclaration: ReadonlyMap<number, Quantities>;
  /** Quantities not withdrawn from, by line ID. */
  readonly remaining: Quantities;
  /**
   * ID of the declaration after which nothing is left to withdraw from: together with earlier ones, it covers every
   * line for which the right is not excluded; 0 when something is left.
   */
  readonly finalId: number;
}

interface CountedDeclaration {
  readonly id: number;
  readonly status: string;
  readonly fields: Readonly<Record<string, string | undefined>>;
}

/**
 * Counts the withdrawals from an order, the oldest first, so that no piece is withdrawn or refunded twice. A declaration
 * that names an order, but no items, is a withdrawal from the whole order.
 */
export function countWithdrawals(
  lines: readonly Pick<ContractLine, 'lineId' | 'quantity' | 'exception'>[],
  declarations: readonly CountedDeclaration[],
): WithdrawalCount {
  const remaining = new Map(lines.map(({ lineId, quantity }) => [lineId, quantity]));
  const byDeclaration = new Map<number, Quantities>();
  const regularLines = lines.filter(({ exception }) => exception === 0);
  let finalId = 0;
  for (const { id, status, fields } of declarations) {
    const declared = status === 'rejected' ? new Map<number, number>() : readDeclared(fields, remaining);
    if (!declared) continue;
    const counted = new Map<number, number>();
    for (const [lineId, quantity] of declared) {
      const left = remaining.get(lineId) ?? 0;
      const taken = Math.min(quantity, left);
      if (taken === 0) continue;
      counted.set(lineId, taken);
      remaining.set(lineId, left - taken);
    }
    byDeclaration.set(id, counted);
    const isNothingLeft = regularLines.length > 0 && regularLines.every(({ lineId }) => remaining.get(lineId) === 0);
    if (finalId === 0 && isNothingLeft) finalId = id;
  }
  return { byDeclaration, remaining, finalId };
}

/** Returns the quantities that a declaration names; undefined when it names the items as free text only. */
function readDeclared(fields: CountedDeclaration['fields'], remaining: Quantities): Quantities | undefined {
  const quantities = parseQuantities(fields.quantities ?? '');
  if (quantities.size > 0) return quantities;
  return fields.order !== undefined && (fields.items ?? '') === '' ? new Map(remaining) : undefined;
}

/** Returns the quantities as text, one line each: `2 × Mug (MUG-1)`. */
export function formatQuantities(lines: readonly Line[], quantities: Quantities): string {
  return lines
    .filter(({ lineId }) => (quantities.get(lineId) ?? 0) > 0)
    .map(({ lineId, name, sku }) => `${quantities.get(lineId)} × ${name}${sku === '' ? '' : ` (${sku})`}`)
    .join('\n');
}
