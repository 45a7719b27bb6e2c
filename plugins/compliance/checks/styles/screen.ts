/** A window in which the shop's pages are examined. */
export interface Screen {
  readonly id: 'desktop' | 'desktop-dark' | 'phone' | 'phone-dark';
  /** Width in CSS pixels. */
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

/** Windows in which each page is examined; the first one is the reference for messages. */
export const SCREENS = [
  { id: 'desktop', width: 1280, scheme: 'light' },
  { id: 'phone', width: 390, scheme: 'light' },
  { id: 'desktop-dark', width: 1280, scheme: 'dark' },
  { id: 'phone-dark', width: 390, scheme: 'dark' },
] as const satisfies readonly Screen[];
