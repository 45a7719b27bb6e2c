import type {
  PersonalDataErasers,
  PersonalDataErasure,
  PersonalDataExporters,
  PersonalDataItem,
  PluginScope,
} from 'plinth';

/** One thing that is kept of a person. */
export interface KeptThing {
  readonly id: string;
  /** What is known of it, by what it is called; empty texts are left out. */
  readonly facts: Readonly<Record<string, string>>;
}

/** A part of the shop that keeps something of people. */
interface Keeper {
  readonly id: string;
  /** What is kept there, in words. */
  label(): string;
}

/** What had to stay. */
interface Stayed {
  readonly retained: number;
  /** Why. */
  readonly messages: readonly string[];
}

/** Joins what a part of the shop keeps of a person to what the site hands out. */
export function handOut(
  scope: Pick<PluginScope, 'addFilter'>,
  { id, label }: Keeper,
  things: (email: string) => Promise<readonly KeptThing[]>,
): void {
  const itemOf = (thing: KeptThing): PersonalDataItem => ({
    group_id: id,
    group_label: label(),
    item_id: thing.id,
    data: Object.entries(thing.facts)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ name, value })),
  });
  scope.addFilter('wp_privacy_personal_data_exporters', (exporters): PersonalDataExporters => ({
    ...exporters,
    [id]: {
      exporter_friendly_name: label(),
      callback: async (email) => ({ data: (await things(email)).map(itemOf), done: true }),
    },
  }));
}

/** Has a part of the shop forget a person when the site does. @param forget answers how many things went, and which had to stay */
export function forgetWithSite(
  scope: Pick<PluginScope, 'addFilter'>,
  { id, label }: Keeper,
  forget: (email: string) => Promise<{ readonly removed: number } & Partial<Stayed>>,
): void {
  scope.addFilter('wp_privacy_personal_data_erasers', (erasers): PersonalDataErasers => ({
    ...erasers,
    [id]: {
      eraser_friendly_name: label(),
      async callback(email): Promise<PersonalDataErasure> {
        const { removed, retained = 0, messages = [] } = await forget(email);
        return { items_removed: removed, items_retained: retained, messages, done: true };
      },
    },
  }));
}
