import type { PageLocale } from '../../pages/page-type.js';
import type { TemplateData } from '../../pages/templates/template-data.js';

/**
 * How a statement that a legal page must make is recognized, in the words of the templates and in those that shops
 * usually choose.
 */
export interface LegalStatement extends Readonly<Record<PageLocale, readonly RegExp[]>> {
  /** Whether the patterns may match in several items of one list. */
  readonly inList?: boolean;
  /** Words without which a page cannot make it, however it is worded. */
  readonly keyword?: Readonly<Record<PageLocale, RegExp>>;
  /** Whether it states the date from which the text applies, which no setting determines. */
  readonly isDated?: boolean;
  /** Texts from the settings that it contains; those that the generated page does not state are not expected. */
  names?(data: TemplateData): readonly string[];
  /** Words that say the opposite, wherever they are on the page. */
  opposite?(data: TemplateData): Readonly<Partial<Record<PageLocale, RegExp>>>;
}

/** Statements of a page, by name. */
export type StatementTable = Readonly<Record<string, LegalStatement>>;

const BY_SHOP = {
  pl_PL: /koszt\p{L}* (?:zwrotu|odesłania)[^.]{0,40}(?:ponosimy|pokrywamy|ponosi sklep|ponosi sprzedawca)/iu,
  en_US: /(?:\bwe|the shop|the seller) (?:bears?|pays?) the (?:direct )?cost of return/iu,
} as const;
const BY_CONSUMER = {
  pl_PL: /koszt\p{L}* (?:zwrotu|odesłania)[^.]{0,40}(?:ponoszą Państwo|ponosi (?:konsument|klient|kupujący))/iu,
  en_US: /(?:\byou|the consumer|the customer|the buyer) (?:bears?|pays?) the (?:direct )?cost of return/iu,
} as const;
const ALL_BY_CONSUMER = {
  pl_PL: /wszystkie koszty[^.]{0,40}(?:ponoszą Państwo|ponosi (?:konsument|klient|kupujący))/iu,
  en_US: /(?:\byou|the consumer|the customer|the buyer) (?:bears?|pays?) all (?:the )?costs/iu,
} as const;

const either = (one: RegExp, other: RegExp): RegExp => new RegExp(`${one.source}|${other.source}`, 'iu');

/** Returns the words that contradict who pays for returns according to the settings. */
export function contradictReturnCosts({ isReturnPaidByShop }: TemplateData): Readonly<Record<PageLocale, RegExp>> {
  const wrong = isReturnPaidByShop ? BY_CONSUMER : BY_SHOP;
  return {
    pl_PL: either(wrong.pl_PL, ALL_BY_CONSUMER.pl_PL),
    en_US: either(wrong.en_US, ALL_BY_CONSUMER.en_US),
  };
}
