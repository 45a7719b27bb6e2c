import type { CatalogueRecord } from '../store/catalogue.js';
import { fold } from './fold.js';
import { FIELD, textOf } from './product-fields.js';

/** An environmental claim of a product, as its owner entered it. */
interface GreenClaim {
  readonly claim: string;
  readonly evidence: string;
}

/** Stems of words that claim something about the environment in general (Directive (EU) 2024/825), folded. */
const CLAIM = /\b(?:eko|eco)(?=[\s-]|\b|log|frien)|\b(?:ekolog|ecolog|biodegrad|klimat\w* neutral|neutral\w* klimat|climate.neutral|co2.neutral|zero.waste|przyjazn\w* (?:dla )?srodowisk|environment\w*.friendly|green product|zielony produkt|sustainab|zrownowazon)/;

/** The words of a text that claim something, '' for none. */
export function claimIn(text: string): string {
  return CLAIM.exec(fold(text))?.[0] ?? '';
}

const isCurrent = (validTo: string, today: string): boolean => validTo === '' || validTo >= today;

/** The claim that may be shown: one with evidence that is still valid. @param today UTC, `YYYY-MM-DD` */
export function claimOf(record: Pick<CatalogueRecord, 'fields'>, today: string): GreenClaim | null {
  const [claim, evidence] = [textOf(record, FIELD.claim), textOf(record, FIELD.evidence)];
  return claim !== '' && evidence !== '' && isCurrent(textOf(record, FIELD.validTo), today) ? { claim, evidence } : null;
}

/** A word in a product's name or short description that claims something without valid evidence; '' for none. */
export function unprovenClaim(record: Pick<CatalogueRecord, 'fields' | 'name' | 'shortDescription'>, today: string): string {
  const proven = textOf(record, FIELD.evidence) !== '' && isCurrent(textOf(record, FIELD.validTo), today);
  return proven ? '' : claimIn(`${record.name} ${record.shortDescription}`);
}
