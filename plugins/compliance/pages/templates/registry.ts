import type { LegalPageType, PageLocale } from '../page-type.js';
import { type Part, toBlocks } from './blocks.js';
import * as english from './en/texts.js';
import * as polish from './pl/texts.js';
import type { TemplateData } from './template-data.js';

type Template = (data: TemplateData) => readonly Part[];

const of = ({
  terms,
  privacy,
  withdrawal,
  dsaReport,
  dsaReasons,
  returns,
  complaints,
  delivery,
  accessibility,
}: typeof polish): Readonly<Record<LegalPageType, Template>> => ({
  terms,
  privacy,
  withdrawal,
  dsa_report: dsaReport,
  returns,
  complaints,
  delivery,
  accessibility,
  dsa_reasons: dsaReasons,
});
const TEMPLATES: Readonly<Record<PageLocale, Readonly<Record<LegalPageType, Template>>>> = {
  pl_PL: of(polish),
  en_US: of(english),
};

/** Renders the content of a legal page as block markup. */
export function renderTemplate(type: LegalPageType, locale: PageLocale, data: TemplateData): string {
  return toBlocks(TEMPLATES[locale][type](data));
}
