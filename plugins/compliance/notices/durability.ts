import type { CatalogueRecord } from '../store/catalogue.js';

/** Fields of a product about the producer's commercial guarantee of durability. */
export const DURABILITY = { years: 'durability_years', label: 'durability_label' } as const;
/** A free guarantee of the whole product for longer than this has the label: Directive 2011/83/EU art. 6(1)(la). */
const LEGAL_YEARS = 2;

/** A durability guarantee that has to be shown. */
export interface Durability {
  readonly years: number;
  /** The producer's official label, a file of this site; '' when it is not there. */
  readonly label: string;
}

/** What a product's fields promise; undefined when nothing has to be shown. @param home the address of the site */
export function durabilityOf({ fields }: Pick<CatalogueRecord, 'fields'>, home: string): Durability | undefined {
  const text = (key: string): string => (typeof fields[key] === 'string' ? fields[key].trim() : '');
  const years = Number(text(DURABILITY.years).replace(',', '.'));
  if (!(years > LEGAL_YEARS) || years > 100) return undefined;
  const typed = text(DURABILITY.label);
  const address = typed !== '' && URL.canParse(typed, home) ? new URL(typed, home) : undefined;
  const isOwn =
    address?.origin === new URL(home).origin &&
    /^\/wp-content\/uploads\/.+\.(?:png|jpe?g|webp|svg)$/i.test(address.pathname);
  return { years, label: isOwn ? address.pathname : '' };
}
