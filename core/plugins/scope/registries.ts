import type {
  AdminNotice,
  AdminPage,
  Command,
  DashboardWidget,
  EditableType,
  EditorPanel,
  FieldBox,
  FrontRoute,
  SettingsPage,
  Undo,
  SettingsSection,
} from '../../api/index.js';

/** A section that a plugin added to a form. */
export interface FormSection extends SettingsSection {
  readonly page: string;
  readonly before: string;
  readonly after: string;
  text(): Promise<string> | string;
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

/** A registered value with the plugin's id; the host's own values have an empty owner. */
export interface OwnedEntry<T> {
  readonly owner: string;
  readonly value: T;
}

/** A list of values registered by plugins; an undone registration is removed from it. */
export interface Registry<T> {
  add(owner: string, value: T): Undo;
  /** Replaces the owner's value under a key; `isNew` is true when there was none. */
  upsert(owner: string, key: (value: T) => string, value: T): { readonly undo: Undo; readonly isNew: boolean };
  all(): readonly OwnedEntry<T>[];
}

function createRegistry<T>(): Registry<T> {
  let entries: readonly OwnedEntry<T>[] = [];
  return {
    add(owner, value) {
      const entry = { owner, value };
      entries = [...entries, entry];
      return () => {
        entries = entries.filter((other) => other !== entry);
      };
    },
    upsert(owner, key, value) {
      const isSame = (other: OwnedEntry<T>): boolean => other.owner === owner && key(other.value) === key(value);
      const isNew = !entries.some(isSame);
      entries = isNew
        ? [...entries, { owner, value }]
        : entries.map((other) => (isSame(other) ? { owner, value } : other));
      return { undo: () => void (entries = entries.filter((other) => !isSame(other))), isNew };
    },
    all: () => entries,
  };
}

/** Values that plugins register for pages, the admin and the command line. */
export interface Registries {
  readonly frontRoutes: Registry<FrontRoute>;
  readonly adminPages: Registry<AdminPage>;
  readonly commands: Registry<Command>;
  readonly settingsPages: Registry<SettingsPage>;
  readonly fieldBoxes: Registry<FieldBox>;
  readonly dashboardWidgets: Registry<DashboardWidget>;
  readonly adminNotices: Registry<AdminNotice>;
  /** With the URL of its script. */
  readonly editorPanels: Registry<EditorPanel & { readonly src: string }>;
  /** Entities that plugins make editable besides posts. */
  readonly editableTypes: Registry<EditableType>;
  /** The settings registered by plugins. */
  readonly settings: Registry<{ readonly group: string; readonly name: string }>;
  readonly settingsForms: { readonly sections: Registry<FormSection>; readonly fields: Registry<FormField> };
}

export function createRegistries(): Registries {
  return {
    frontRoutes: createRegistry(),
    adminPages: createRegistry(),
    commands: createRegistry(),
    settingsPages: createRegistry(),
    fieldBoxes: createRegistry(),
    dashboardWidgets: createRegistry(),
    adminNotices: createRegistry(),
    editorPanels: createRegistry(),
    editableTypes: createRegistry(),
    settings: createRegistry(),
    settingsForms: { sections: createRegistry(), fields: createRegistry() },
  };
}
