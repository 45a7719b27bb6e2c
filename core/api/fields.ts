import type { AdminIcon } from './admin-icon.js';
import type { MaybePromise } from './maybe-promise.js';
import type { FormFields, PageText } from './pages.js';

/** The kinds of fields, each with what it looks like and what it holds. */
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
 * What a field holds: a boolean for `checkbox`; a number or null for `number` and, in minor units, for `money`; the id, 0 for none, for `media`,
 * `post` and `term`, or a list of ids in their order where they are `multiple`; a text for all others. A `date` is `2026-11-23`, a `datetime`
 * `2026-11-23T09:30` in the site's zone.
 */
export type FieldValue = OneValue | readonly number[];

/** What a field holds that holds one thing. */
export type OneValue = string | number | boolean | null;

/** Values of several fields by their keys. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** One answer of a `select` or `radio`. */
export interface FieldChoice {
  readonly value: string;
  readonly label: PageText;
}

/**
 * What another field of the same form, which stands before it, has to hold: this value or one of these, any but these, one of a list, or something at
 * all. Of a field that is not asked for itself nothing is true.
 */
export type FieldComparison =
  | { readonly field: string; readonly is: OneValue | readonly OneValue[] }
  | { readonly field: string; readonly isNot: OneValue | readonly OneValue[] }
  | { readonly field: string; readonly in: readonly OneValue[] }
  | { readonly field: string; readonly filled: boolean };

/** When a field is asked for: one comparison, or several of which all or any have to be true. */
export type FieldCondition =
  FieldComparison | { readonly all: readonly FieldCondition[] } | { readonly any: readonly FieldCondition[] };

/**
 * One field of a settings page, or of a box on a post, a term or an account. It is drawn with its label and help, read, checked and stored by the
 * host; what is wrong is said beside it.
 * @since 0.2.0
 */
export interface Field {
  /** The name of the option or of the metadata it is stored under: letters, digits, `_` and `-`. */
  readonly key: string;
  readonly type: FieldType;
  readonly label: PageText;
  /** A sentence below it. */
  readonly help?: PageText;
  readonly required?: boolean;
  /** What it holds while nothing is stored. */
  readonly default?: FieldValue;
  /** Bounds: of a number, of an amount in minor units, of a date as its text, of how many things a `multiple` field takes (50 at most when absent). */
  readonly min?: number | string;
  readonly max?: number | string;
  /** Of a `number`: the distance between two that it takes; whole numbers when absent, `any` for all. */
  readonly step?: number | 'any';
  /** A regular expression that all of a text has to fit. */
  readonly pattern?: string;
  /** What is said of a text that does not fit it. */
  readonly patternHelp?: PageText;
  /** Characters of a text; 1000, or 20,000 where it has many lines, when absent. */
  readonly maxLength?: number;
  /** The answers of a `select` or `radio`; asked for at each display when a function. */
  readonly choices?: readonly FieldChoice[] | (() => MaybePromise<readonly FieldChoice[]>);
  /** Of a `money` field: the code of the currency; `PLN` when absent. */
  readonly currency?: string;
  /** Whose entries a `post` field offers (types), a `term` field (a taxonomy), a `media` field (kinds such as `image`). */
  readonly of?: string | readonly string[];
  /** Of a `media`, `post` or `term` field: takes several, in an order. */
  readonly multiple?: boolean;
  /** It is asked for, and stored, only then. Without JavaScript it stands there always, and is not stored otherwise. */
  readonly showIf?: FieldCondition;
  /** Cleans a value before it is checked. */
  sanitize?(value: FieldValue): MaybePromise<FieldValue>;
  /** What is wrong with a value, in a sentence; nothing or an empty text when all is well. */
  validate?(value: FieldValue, values: FieldValues): MaybePromise<string | undefined>;
  /** Who gets to see and write it, besides what the form asks; `unfiltered_html` for `code` when absent. */
  readonly capability?: string;
  /** Shows it to programs: settings in `wp/v2/settings`, fields in `meta`. Settings are not shown when absent, fields are; a `secret` never is. */
  readonly showInRest?: boolean;
}

/** Fields under one heading. */
export interface FieldSection {
  readonly title?: PageText;
  readonly description?: PageText;
  readonly fields: readonly Field[];
}

type Held<Type extends FieldType, Many> = Type extends 'checkbox'
  ? boolean
  : Type extends 'number' | 'money'
    ? number | null
    : Type extends 'media' | 'post' | 'term'
      ? Many extends { readonly multiple: true }
        ? readonly number[]
        : number
      : string;

/** The values of the fields of some sections, each as its kind holds it. */
export type SettingValues<Sections extends readonly FieldSection[]> = {
  readonly [F in Sections[number]['fields'][number] as F['key']]: Held<F['type'], F>;
};

/**
 * A settings page that the host draws, checks and stores.
 * @since 0.2.0
 */
export interface SettingsPage<Sections extends readonly FieldSection[] = readonly FieldSection[]> {
  /** In the address: `/wp-admin/admin.php?page=<slug>`; and the group of its settings. */
  readonly slug: string;
  readonly title: PageText;
  readonly menuTitle?: PageText;
  /** The page it stands under; *Settings* (`options-general.php`) when absent. */
  readonly parent?: string;
  /** Who may see and change it; `manage_options` when absent. */
  readonly capability?: string;
  readonly icon?: AdminIcon;
  readonly position?: number;
  readonly description?: PageText;
  readonly sections: Sections;
  /** The one option that holds all values, by key; each field has an option of its own, named by its key, when absent. */
  readonly option?: string;
  /** Runs when all were stored, within the same transaction. */
  saved?(values: SettingValues<Sections>): MaybePromise<void>;
}

/** What a plugin keeps of a settings page that it added. */
export interface AddedSettings<Sections extends readonly FieldSection[] = readonly FieldSection[]> {
  /** What is stored now, or the defaults. */
  values(): Promise<SettingValues<Sections>>;
  /** Takes the page away again. */
  remove(): void;
}

interface FieldsBase {
  /** Of the box. */
  readonly title: PageText;
  readonly description?: PageText;
  readonly fields: readonly Field[];
}

/** Fields in the editor of entries. */
export interface PostFields extends FieldsBase {
  readonly on: 'post';
  /** The types of content that have them; `post` when absent. */
  readonly types?: readonly string[];
  /** Beside the text, or below it (the usual). */
  readonly position?: 'side' | 'normal';
}

/** Fields of terms, where one is added and where it is edited. */
export interface TermFields extends FieldsBase {
  readonly on: 'term';
  /** The taxonomies that have them; `category` when absent. */
  readonly taxonomies?: readonly string[];
}

/** Fields of accounts, in their profile. */
export interface UserFields extends FieldsBase {
  readonly on: 'user';
}

/** Fields on something that another plugin stores and shows; which there are, its guide says: the store has `product` and `order`. */
export interface OtherFields extends FieldsBase {
  readonly on: 'product' | 'order' | (string & Record<never, never>);
}

/**
 * Fields on things that are stored: drawn as a box of their form, saved with them, and kept as registered metadata.
 * @since 0.2.0
 */
export type FieldBox = PostFields | TermFields | UserFields | OtherFields;

/** What drawing fields gives, for whoever shows a form with fields of others. @since 0.2.0 */
export interface DrawnFields {
  /** The boxes as finished HTML; empty for none. */
  readonly html: string;
  /** What is wrong with what was typed, by the id of the field's element. */
  readonly problems: readonly { readonly id: string; readonly label: string; readonly text: string }[];
}

/** What was typed into fields. @since 0.2.0 */
export interface ReadFields {
  /** What to store, by key: null removes; what is not here stays as it is. */
  readonly values: FieldValues;
  /** What is wrong, by key; nothing may be stored while there is something. */
  readonly problems: Readonly<Record<string, string>>;
}

/** Fields in a form of one's own: those that others added to a kind of thing with `addFields`, or those of sections that a registry holds. @since 0.2.0 */
export interface FieldsApi {
  /** The fields that were added to a kind of thing. */
  fieldsOn(on: string): readonly Field[];
  /** What keeps fields from being drawn and stored, in a sentence; empty when nothing does. For the check of a registry. */
  validateFields(fields: readonly Field[]): string;
  /** What is stored, as fields hold it; what was never stored is as their `default` says. */
  fieldValues(fields: readonly Field[], stored: Readonly<Record<string, unknown>>): FieldValues;
  /**
   * Draws the boxes of a kind of thing, or sections.
   * @param values what is stored, by key
   * @param refused the form that was sent and what was wrong with it
   */
  renderFields(
    on: string | readonly FieldSection[],
    values: Readonly<Record<string, unknown>>,
    refused?: { readonly form: FormFields; readonly problems: Readonly<Record<string, string>> },
  ): Promise<DrawnFields>;
  /** Reads what a form sent for them. */
  readFields(
    on: string | readonly FieldSection[],
    form: FormFields,
    values: Readonly<Record<string, unknown>>,
  ): Promise<ReadFields>;
  /**
   * What is wrong with values that no form sent, such as those of a file or of another program, by key; empty when all is well.
   * @param values as they are to be stored; of money in minor units. Keys of no field are passed over
   * @since 0.3.0
   */
  checkFieldValues(
    on: string | readonly FieldSection[],
    values: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, string>>>;
}
