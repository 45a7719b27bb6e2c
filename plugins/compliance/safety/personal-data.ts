import type { PersonalDataErasers, PersonalDataExporters, PluginScope } from 'plinth';

const CONTACTS_TABLE = 'compliance_safety_contacts';

/**
 * Adds contacts of manufacturers to the personal data exporter, since a sole trader is a person, and states why the
 * eraser retains them (Regulation (EU) 2023/988, art. 19).
 */
export function registerContactPersonalData(scope: Pick<PluginScope, 'addFilter' | '__' | 'db'>): void {
  const { __ } = scope;
  const listByEmail = (email: string) =>
    scope
      .db()(CONTACTS_TABLE)
      .whereNot({ email: '' })
      .whereRaw('lower(email) = ?', [email.trim().toLowerCase()])
      .orderBy('id')
      .select();

  scope.addFilter('wp_privacy_personal_data_exporters', (exporters): PersonalDataExporters => ({
    ...exporters,
    'compliance-contacts': {
      exporter_friendly_name: __('Manufacturers and responsible persons'),
      tables: [CONTACTS_TABLE],
      callback: async (email) => ({
        data: (await listByEmail(email)).map(({ id, name, address, email: contactEmail, url, country }) => ({
          group_id: 'compliance-contacts',
          group_label: __('Manufacturers and responsible persons'),
          item_id: `contact-${id}`,
          data: [
            { name: __('Name'), value: name },
            { name: __('Address'), value: [address, country].filter((part) => part !== '').join(', ') },
            { name: __('Email'), value: contactEmail },
            { name: __('Website'), value: url },
          ].filter(({ value }) => value !== ''),
        })),
        done: true,
      }),
    },
  }));
  scope.addFilter('wp_privacy_personal_data_erasers', (erasers): PersonalDataErasers => ({
    ...erasers,
    'compliance-contacts': {
      eraser_friendly_name: __('Manufacturers and responsible persons'),
      tables: [CONTACTS_TABLE],
      async callback(email) {
        const retained = (await listByEmail(email)).length;
        return {
          items_removed: 0,
          items_retained: retained,
          messages:
            retained > 0
              ? [
                  __(
                    'Contacts of manufacturers and responsible persons stay, because offers of products must show them (Regulation (EU) 2023/988, art. 19).',
                  ),
                ]
              : [],
          done: true,
        };
      },
    },
  }));
}
