import type { Undo } from './hooks.js';
import type { MaybePromise } from './maybe-promise.js';

/** A section of a settings form, as its callback gets it. */
export interface SettingsSection {
  readonly id: string;
  readonly title: string;
}

/** What goes around a section (`add_settings_section`): finished HTML. */
export interface SettingsSectionArgs {
  readonly before_section?: string;
  readonly after_section?: string;
}

/** What a field's callback gets, and what its label says (`add_settings_field`). */
export interface SettingsFieldArgs {
  /** The id of the element that the title is the label of. */
  readonly label_for?: string;
  /** A class of the row. */
  readonly class?: string;
  readonly [name: string]: unknown;
}

/**
 * Settings forms as WordPress's plugins put them together by hand: callbacks answer with finished HTML, and the form goes to `options.php`.
 * `addSettingsPage` does all of it from a list of fields.
 * @since 0.2.0
 */
export interface SettingsScreensApi {
  /** Adds a section to a settings form; `general`, `reading`, `discussion` and `media` are the host's (`add_settings_section`). */
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
  /** The hidden fields that a form to `options.php` needs, with its nonce (`settings_fields`). */
  settingsFields(group: string): string;
  /** All sections of a form with their fields (`do_settings_sections`). */
  doSettingsSections(page: string): Promise<string>;
  /** The fields of one section (`do_settings_fields`). */
  doSettingsFields(page: string, section: string): Promise<string>;
  /** A button that sends a form (`get_submit_button`). @param type `primary`, `secondary` or `delete` @param wrap in a paragraph */
  submitButton(
    text?: string,
    type?: string,
    name?: string,
    wrap?: boolean,
    otherAttributes?: Readonly<Record<string, string>> | null,
  ): string;
  /** What was said of the form that was saved last, as finished HTML (`settings_errors`). */
  settingsErrors(setting?: string, sanitize?: boolean, hideOnUpdate?: boolean): Promise<string>;
}
