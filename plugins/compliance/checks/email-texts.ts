import type { MailAttachment, RenderedMail } from 'plinth';
import type { SettingValues } from '../settings/settings.js';
import { includesText } from './legal-text/expected-page.js';
import { createPageStyles } from './page-styles.js';
import { SCREENS } from './styles/screen.js';
import { findVisible, parsePage } from './visible-element.js';

/** What an email must contain: its name, and whether a text has it. */
export type RequiredContent = readonly [name: string, isIn: (text: string) => boolean];

/** Programs that show emails load no stylesheets. */
const EMAIL_STYLES = createPageStyles({ visit: async () => '' }, 'http://localhost/');

/** Returns what can be read of an email in each window, without the characters that let long words wrap. */
async function readVisibleTexts({ html, text = '' }: RenderedMail): Promise<readonly string[]> {
  if (html === undefined) return [text];
  const page = await EMAIL_STYLES.load(html.replace(/[\u00ad\u200b]/g, ''));
  return SCREENS.map((screen) => findVisible(page, screen).text);
}

/** Returns the names of what an email lacks in a window. */
export async function findAbsent(mail: RenderedMail, required: readonly RequiredContent[]): Promise<readonly string[]> {
  const texts = await readVisibleTexts(mail);
  return [...new Set(required.filter(([, isIn]) => !texts.every(isIn)).map(([name]) => name))];
}

/** Returns the visible texts of attached documents. */
export const readAttachments = (attachments: readonly MailAttachment[] = []): readonly string[] =>
  attachments.map(({ content }) => parsePage(String(content)).text);

/** Whether a text contains another one, apart from punctuation, spaces and case. */
export const containing =
  (part: string) =>
  (text: string): boolean =>
    includesText(text, part);

/** Whether a text contains an amount in minor units, in whatever format. */
export const containingAmount =
  (minorUnits: number) =>
  (text: string): boolean =>
    (text.match(/\d(?:[\d\s.,]*\d)?/g) ?? []).some((amount) => amount.replace(/\D/g, '') === String(minorUnits));

/** Whether a text contains all lines of a setting. */
export const containingSetting =
  (values: SettingValues, key: string) =>
  (text: string): boolean =>
    values
      .text(key)
      .split('\n')
      .every((line) => includesText(text, line));
