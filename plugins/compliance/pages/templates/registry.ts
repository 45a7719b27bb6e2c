import type { TemplateType } from '../page-type.js';
import { type Part, toBlocks } from './blocks.js';
import type { TemplateData } from './company.js';
import { dsaReport } from './dsa-report.js';
import { privacy } from './privacy.js';
import { terms } from './terms.js';
import { withdrawal } from './withdrawal.js';

const TEMPLATES: Readonly<Record<TemplateType, (data: TemplateData) => readonly Part[]>> = { terms, privacy, withdrawal, dsa_report: dsaReport };

/** A legal page's content as block markup. */
export function renderTemplate(type: TemplateType, data: TemplateData): string {
  return toBlocks(TEMPLATES[type](data));
}
