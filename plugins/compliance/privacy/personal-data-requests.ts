import type { PersonalDataErasers, PersonalDataExporters, PluginScope } from 'plinth';
import type { PersonalData } from './personal-data.js';

/** Tables with a person's consents and declarations. */
const RECORD_TABLES = [
  'compliance_consents',
  'compliance_declarations',
  'compliance_report_cases',
  'compliance_bounced_emails',
  'compliance_confirmations',
  'compliance_check_confirmations',
] as const;

/** Adds consents and declarations to the personal data exporters and erasers (`wp_privacy_personal_data_exporters`). */
export function registerPersonalDataRequests(
  scope: Pick<PluginScope, 'addFilter' | '__' | '_n'>,
  { personalData }: { personalData: PersonalData },
): void {
  const { __, _n } = scope;
  scope.addFilter('wp_privacy_personal_data_exporters', (exporters): PersonalDataExporters => ({
    ...exporters,
    compliance: {
      exporter_friendly_name: __('Consents and declarations'),
      tables: RECORD_TABLES,
      async callback(email) {
        const rows = await personalData.export(email);
        const items = rows.map((row, index) => ({
          group_id: 'compliance',
          group_label: __('Consents and declarations'),
          item_id: `compliance-${index}`,
          data: Object.entries(row)
            .filter(([, value]) => value !== '')
            .map(([name, value]) => ({ name, value: String(value) })),
        }));
        return { data: items, done: true };
      },
    },
    'compliance-orders': {
      exporter_friendly_name: __('Orders eligible for withdrawal'),
      tables: ['compliance_orders'],
      callback: async (email) => ({
        data: (await personalData.listOrderNumbers(email)).map((number) => ({
          group_id: 'compliance-orders',
          group_label: __('Orders eligible for withdrawal'),
          item_id: `compliance-order-${number}`,
          data: [
            { name: __('Order'), value: number },
            { name: __('Email'), value: email },
          ],
        })),
        done: true,
      }),
    },
  }));
  scope.addFilter('wp_privacy_personal_data_erasers', (erasers): PersonalDataErasers => ({
    ...erasers,
    compliance: {
      eraser_friendly_name: __('Consents and declarations'),
      tables: RECORD_TABLES,
      async callback(email) {
        const changed = await personalData.erase(email);
        return {
          items_removed: changed,
          items_retained: false,
          messages: changed > 0 ? [__('Proof that consent was given is kept without personal data.')] : [],
          done: true,
        };
      },
    },
  }));
  // After the store's eraser, which decides whether an order retains its customer.
  scope.addFilter(
    'wp_privacy_personal_data_erasers',
    (erasers): PersonalDataErasers => ({
      ...erasers,
      'compliance-orders': {
        eraser_friendly_name: __('Orders eligible for withdrawal'),
        tables: ['compliance_orders'],
        async callback(email) {
          const { removed, retained } = await personalData.eraseOrderAddresses(email);
          return {
            items_removed: removed,
            items_retained: retained > 0,
            messages:
              retained > 0
                ? [
                    __(
                      'The address used to match withdrawals to an order is kept as long as the order keeps its customer data.',
                    ),
                  ]
                : [],
            done: true,
          };
        },
      },
      'compliance-withdrawals': {
        eraser_friendly_name: __('Withdrawals from orders'),
        tables: ['compliance_declarations'],
        async callback(email) {
          const { removed, retained } = await personalData.eraseWithdrawals(email);
          const messages = [
            _n(
              '%d withdrawal is kept as long as its order, because it proves what was declared and what is to be refunded.',
              '%d withdrawals are kept as long as their orders, because they prove what was declared and what is to be refunded.',
              retained,
            ),
          ];
          return {
            items_removed: removed,
            items_retained: retained > 0,
            messages: retained > 0 ? messages : [],
            done: true,
          };
        },
      },
    }),
    20,
  );
}
