import type { MaybePromise } from '../api/index.js';

/** What options and content need of formatting. */
export interface FormattingPort {
  escHtml(text: string): MaybePromise<string>;
  sanitizeEmail(text: string): MaybePromise<string>;
  isEmail(text: string): MaybePromise<string | boolean>;
  sanitizeUrl(url: string): MaybePromise<string>;
  wpKsesPost(html: string): MaybePromise<string>;
  sanitizeTitle(title: string, fallback?: string, context?: string): MaybePromise<string>;
  sanitizeTextField(text: string): MaybePromise<string>;
  sanitizeUser(name: string, strict?: boolean): MaybePromise<string>;
}
