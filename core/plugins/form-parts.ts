import type { SettingsSection } from '../api/index.js';

/** A section that a plugin added to a form. */
export interface FormSection extends SettingsSection {
  readonly page: string;
  readonly before: string;
  readonly after: string;
  words(): Promise<string> | string;
}

/** A field that a plugin added to a section. */
export interface FormField {
  readonly id: string;
  readonly title: string;
  readonly page: string;
  readonly section: string;
  readonly labelFor: string;
  readonly rowClass: string;
  html(): Promise<string> | string;
}
