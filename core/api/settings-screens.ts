import type { Undo } from './hooks.js';
import type { MaybePromise } from './maybe-promise.js';

/** A section of a settings form, as passed to its callback. */
export interface SettingsSection {
  readonly id: string;
  readonly title: string;
}

/** HTML around a section (`add_settings_section`). */
export interface SettingsSectionArgs {
  readonly before_section?: string;
  readonly after_section?: string;
}

/** Arguments of a field's callback, and attributes of its row (`add_settings_field`). */
export interface SettingsFieldArgs {
  /** ID of the element that the title labels. */
  readonly label_for?: string;
  /** CSS class of the row. */
  readonly class?: string;
  readonly [name: string]: unknown;
}

/**
 * Settings forms assembled manually, as in WordPress plugins: callbacks return HTML, and the form is submitted to
 * `options.php`.
 * `addSettingsPage` does the same from a list of fields.
 * @since 0.1.0
 */
export interface SettingsScreensApi {
  /**
   * Adds a section to a settings form; `general`, `reading`, `discussion` and `media` are the forms of the host
   * (`add_settings_section`).
   */
  addSettingsSection(
    id: string,
    title: string,
    callback: ((section: SettingsSection) => MaybePromise<string>) | null,
    page: string,
    args?: SettingsSectionArgs,
  ): Undo;
  /** Adds a field to a section of a settings form (`add_settings_field`). */
  addSettingsField(
    id: string,
    title: string,
    callback: (args: SettingsFieldArgs) => MaybePromise<string>,
    page: string,
    section?: string,
    args?: SettingsFieldArgs,
  ): Undo;
  /** Returns the hidden fields required by a form to `options.php`, including its nonce (`settings_fields`). */
  settingsFields(group: string): string;
  /** Renders all sections of a form with their fields (`do_settings_sections`). */
  doSettingsSections(page: string): Promise<string>;
  /** Renders the fields of one section (`do_settings_fields`). */
  doSettingsFields(page: string, section: string): Promise<string>;
  /**
   * Renders a submit button (`get_submit_button`).
   * @param type `primary`, `secondary` or `delete`
   * @param wrap whether to wrap it in a paragraph
   */
  submitButton(
    text?: string,
    type?: string,
    name?: string,
    wrap?: boolean,
    otherAttributes?: Readonly<Record<string, string>> | null,
  ): string;
  /** Renders the messages of the most recently saved form as HTML (`settings_errors`). */
  settingsErrors(setting?: string, sanitize?: boolean, hideOnUpdate?: boolean): Promise<string>;
}
