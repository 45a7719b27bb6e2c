import type { PersonalDataErasers, PersonalDataExporters, PluginScope } from 'plinth';
import type { AlertStore } from './alert-store.js';
import type { NameThing } from './sold-out.js';

interface PeopleDeps {
  readonly scope: Pick<PluginScope, 'addFilter' | '__'>;
  readonly store: Pick<AlertStore, 'ofPerson' | 'forget'>;
  readonly named: NameThing;
}

/** Joins alerts to what the site hands out, and forgets, when people ask for it. */
export function registerAlertsOfPeople({ scope, store, named }: PeopleDeps): void {
  const { __ } = scope;
  scope.addFilter('wp_privacy_personal_data_exporters', (exporters): PersonalDataExporters => ({
    ...exporters,
    'store-alerts': {
      exporter_friendly_name: __('Products waited for'),
      async callback(email) {
        const rows = await store.ofPerson(email);
        const data = await Promise.all(
          rows.map(async (row) => {
            const facts = {
              [__('Product')]: (await named(row.product_id, row.variation_id))?.name ?? '',
              [__('E-mail')]: row.email,
              [__('Date')]: row.created_at,
            };
            return {
              group_id: 'store-alerts',
              group_label: __('Products waited for'),
              item_id: `alert-${row.id}`,
              data: Object.entries(facts)
                .filter(([, value]) => value !== '')
                .map(([name, value]) => ({ name, value })),
            };
          }),
        );
        return { data, done: true };
      },
    },
  }));
  scope.addFilter('wp_privacy_personal_data_erasers', (erasers): PersonalDataErasers => ({
    ...erasers,
    'store-alerts': {
      eraser_friendly_name: __('Products waited for'),
      callback: async (email) => ({
        items_removed: await store.forget(email),
        items_retained: 0,
        messages: [],
        done: true,
      }),
    },
  }));
}
