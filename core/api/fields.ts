import type { AdminIcon } from './admin-icon.js';
import type { MaybePromise } from './maybe-promise.js';
import type { FormFields, PageText } from './pages.js';

/** Field types; each determines the control and the type of its value. */
export type FieldType =
  | 'text'
  | 'textarea'
  | 'number'
  | 'money'
  | 'checkbox'
  | 'select'
  | 'radio'
  | 'date'
  | 'datetime'
  | 'url'
  | 'email'
  | 'color'
  | 'media'
  | 'post'
  | 'term'
  | 'secret'
  | 'code';

/**
 * Value of a field: a boolean for `checkbox`; a number or null for `number` and, in minor units, for `money`; the ID,
 * or 0 for none, for `media`, `post` and `term`, or an ordered list of IDs with `multiple`; a string for all others. A
 * `date` is `2026-11-23`, a `datetime` is `2026-11-23T09:30` in the site's time zone.
 */
export type FieldValue = SingleFieldValue | readonly number[];

/** Value of a field that holds a single value. */
export type SingleFieldValue = string | number | boolean | null;

/** Values of several fields by key. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** An option of a `select` or `radio` field. */
export interface FieldChoice {
  readonly value: string;
  readonly label: PageText;
}

/**
 * Condition on a field earlier in the same form: equal to this value or one of these, different from all of these,
 * contained in a list, or not empty. False for a field that is not shown itself.
 */
export type FieldComparison =
  | { readonly field: string; readonly is: SingleFieldValue | readonly SingleFieldValue[] }
  | { readonly field: string; readonly isNot: SingleFieldValue | readonly SingleFieldValue[] }
  | { readonly field: string; readonly in: readonly SingleFieldValue[] }
  | { readonly field: string; readonly filled: boolean };

/** When a field is shown: one comparison, or several of which all or any must be true. */
export type FieldCondition =
  FieldComparison | { readonly all: readonly FieldCondition[] } | { readonly any: readonly FieldCondition[] };

/**
 * A field of a settings page, or of a meta box for a post, term or user. The host renders it with its label and help
 * text, parses, validates and stores it, and shows errors beside it.
 * @since 0.1.0
 */
export interface Field {
  /** Name of the option or metadata it is stored under: letters, digits, `_` and `-`. */
  readonly key: string;
  readonly type: FieldType;
  readonly label: PageText;
  /** Help text below the field. */
  readonly help?: PageText;
  readonly required?: boolean;
  /** Value used while none is stored. */
  readonly default?: FieldValue;
  /**
   * Limits of a number, of an amount in minor units, of a date as a string, or of the number of entries in a `multiple`
   * field (maximum 50 if absent).
   */
  readonly min?: number | string;
  readonly max?: number | string;
  /** Step of a `number` field; integers only if absent, `any` for no restriction. */
  readonly step?: number | 'any';
  /** Regular expression that the entire text must match. */
  readonly pattern?: string;
  /** Error message for a text that does not match. */
  readonly patternHelp?: PageText;
  /** Maximum length of a text in characters; defaults to 1000, or to 20,000 for multi-line fields. */
  readonly maxLength?: number;
  /** Options of a `select` or `radio` field; a function is called on every display. */
  readonly choices?: readonly FieldChoice[] | (() => MaybePromise<readonly FieldChoice[]>);
  /** Currency code of a `money` field; defaults to `PLN`. */
  readonly currency?: string;
  /**
   * Source of the entries offered: post types for a `post` field, a taxonomy for a `term` field, kinds such as `image`
   * for a `media` field.
   */
  readonly source?: string | readonly string[];
  /** Whether a `media`, `post` or `term` field accepts several entries, in order. */
  readonly multiple?: boolean;
  /**
   * Shows and stores the field only if the condition is met. Without JavaScript it is always shown, but still only
   * stored if the condition is met.
   */
  readonly showIf?: FieldCondition;
  /** Sanitizes a value before it is validated. */
  sanitize?(value: FieldValue): MaybePromise<FieldValue>;
  /** Returns an error message for an invalid value; undefined or an empty string if the value is valid. */
  validate?(value: FieldValue, values: FieldValues): MaybePromise<string | undefined>;
  /**
   * Capability required to see and edit the field, in addition to that of the form; `code` fields default to
   * `unfiltered_html`.
   */
  readonly capability?: string;
  /**
   * Whether to expose it in the REST API: settings in `wp/v2/settings`, fields in `meta`. Defaults to false for
   * settings and true for fields; a `secret` is never exposed.
   */
  readonly showInRest?: boolean;
}

/** Fields grouped under a heading. */
export interface FieldSection {
  readonly title?: PageText;
  readonly description?: PageText;
  readonly fields: readonly Field[];
}

type FieldValueOf<Type extends FieldType, Many> = Type extends 'checkbox'
  ? boolean
  : Type extends 'number' | 'money'
    ? number | null
    : Type extends 'media' | 'post' | 'term'
      ? Many extends { readonly multiple: true }
        ? readonly number[]
        : number
      : string;

/** Values of the fields in a list of sections, typed by field type. */
export type SettingValues<Sections extends readonly FieldSection[]> = {
  readonly [F in Sections[number]['fields'][number] as F['key']]: FieldValueOf<F['type'], F>;
};

/**
 * A settings page rendered, validated and stored by the host.
 * @since 0.1.0
 */
export interface SettingsPage<Sections extends readonly FieldSection[] = readonly FieldSection[]> {
  /** Slug in the URL, `/wp-admin/admin.php?page=<slug>`, and name of its settings group. */
  readonly slug: string;
  readonly title: PageText;
  readonly menuTitle?: PageText;
  /** Parent page; defaults to *Settings* (`options-general.php`). */
  readonly parent?: string;
  /** Capability required to view and change it; defaults to `manage_options`. */
  readonly capability?: string;
  readonly icon?: AdminIcon;
  readonly position?: number;
  readonly description?: PageText;
  readonly sections: Sections;
  /** Single option that stores all values by key. If absent, each field has its own option, named after its key. */
  readonly option?: string;
  /** Called after all values were stored, in the same transaction. */
  onSaved?(values: SettingValues<Sections>): MaybePromise<void>;
}

/** Handle of an added settings page. */
export interface AddedSettings<Sections extends readonly FieldSection[] = readonly FieldSection[]> {
  /** Returns the stored values, or the defaults. */
  values(): Promise<SettingValues<Sections>>;
  /** Removes the page. */
  remove(): void;
}

interface FieldsBase {
  /** Title of the box. */
  readonly title: PageText;
  readonly description?: PageText;
  readonly fields: readonly Field[];
}

/** Fields in the post editor. */
export interface PostFields extends FieldsBase {
  readonly objectType: 'post';
  /** Post types with these fields; defaults to `post`. */
  readonly types?: readonly string[];
  /** Beside the text, or below it (the default). */
  readonly position?: 'side' | 'normal';
}

/** Fields of terms, in the forms for adding and editing them. */
export interface TermFields extends FieldsBase {
  readonly objectType: 'term';
  /** Taxonomies with these fields; defaults to `category`. */
  readonly taxonomies?: readonly string[];
}

/** Fields of users, in their profile. */
export interface UserFields extends FieldsBase {
  readonly objectType: 'user';
}

/**
 * Fields of an entity that another plugin stores and displays, as documented in its guide; the store provides `product`
 * and `order`.
 */
export interface OtherFields extends FieldsBase {
  readonly objectType: 'product' | 'order' | (string & Record<never, never>);
}

/**
 * Fields of stored entities, rendered as a box in their form, saved with them, and stored as registered metadata.
 * @since 0.1.0
 */
export type FieldBox = PostFields | TermFields | UserFields | OtherFields;

/**
 * Rendered fields, for plugins that show fields of others in their own form.
 * @since 0.1.0
 */
export interface RenderedFields {
  /** The boxes as HTML; empty if there are none. */
  readonly html: string;
  /** Validation errors, by the ID of the field's element. */
  readonly problems: readonly { readonly id: string; readonly label: string; readonly text: string }[];
}

/**
 * Submitted field values.
 * @since 0.1.0
 */
export interface ReadFields {
  /** Values to store by key; null deletes a value, absent keys stay unchanged. */
  readonly values: FieldValues;
  /** Validation errors by key; nothing may be stored unless this is empty. */
  readonly problems: Readonly<Record<string, string>>;
}

/**
 * Fields for a plugin's own form: those that other plugins added to an entity with `addFields`, or those in the
 * sections of a registry.
 * @since 0.1.0
 */
export interface FieldsApi {
  /** Returns the fields added to an entity type. */
  fieldsOn(on: string): readonly Field[];
  /** Returns why fields cannot be rendered and stored; empty if they are valid. For the `check` of a registry. */
  validateFields(fields: readonly Field[]): string;
  /** Returns stored values converted to field values; values that were never stored use the field's `default`. */
  fieldValues(fields: readonly Field[], stored: Readonly<Record<string, unknown>>): FieldValues;
  /**
   * Renders the boxes of an entity type, or sections.
   * @param values stored values by key
   * @param refused submitted form with its validation errors
   */
  renderFields(
    on: string | readonly FieldSection[],
    values: Readonly<Record<string, unknown>>,
    refused?: { readonly form: FormFields; readonly problems: Readonly<Record<string, string>> },
  ): Promise<RenderedFields>;
  /** Parses the submitted values of the fields. */
  readFields(
    on: string | readonly FieldSection[],
    form: FormFields,
    values: Readonly<Record<string, unknown>>,
  ): Promise<ReadFields>;
  /**
   * Validates values that do not come from a form, such as those from a file or an API client. Returns the errors by
   * key; empty if all values are valid.
   * @param values as they are to be stored, money in minor units. Keys without a field are ignored
   * @since 0.1.0
   */
  checkFieldValues(
    on: string | readonly FieldSection[],
    values: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, string>>>;
}
