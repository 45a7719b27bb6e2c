import type { PersonalDataErasers, PersonalDataExporters, PluginScope } from 'plinth';
import type { InvoiceStore } from './invoice-store.js';

/**
 * Adds a person's invoices to the personal data exporter, and states why the eraser retains them (GDPR art. 15 and
 * 17(3)(b)).
 */
export function registerInvoicePersonalData(
  scope: Pick<PluginScope, 'addFilter' | '__'>,
  store: Pick<InvoiceStore, 'listByEmail'>,
): void {
  const { __ } = scope;
  scope.addFilter('wp_privacy_personal_data_exporters', (exporters): PersonalDataExporters => ({
    ...exporters,
    'compliance-invoices': {
      exporter_friendly_name: __('Invoices'),
      tables: ['compliance_invoices'],
      async callback(email) {
        const data = (await store.listByEmail(email)).map(({ id, number, issuedOn, buyer, orderNumber }) => ({
          group_id: 'compliance-invoices',
          group_label: __('Invoices'),
          item_id: `invoice-${id}`,
          data: [
            [__('Number'), number],
            [__('Issue date'), issuedOn],
            [__('Order'), orderNumber],
            [__('Buyer'), [buyer.name, buyer.address1, buyer.address2].join(', ')],
          ].map(([name = '', value = '']) => ({ name, value })),
        }));
        return { data, done: true };
      },
    },
  }));
  scope.addFilter('wp_privacy_personal_data_erasers', (erasers): PersonalDataErasers => ({
    ...erasers,
    'compliance-invoices': {
      eraser_friendly_name: __('Invoices'),
      tables: ['compliance_invoices'],
      async callback(email) {
        const retainedCount = (await store.listByEmail(email)).length;
        return {
          items_removed: 0,
          items_retained: retainedCount > 0,
          messages: retainedCount > 0 ? [__('Invoices are kept because tax law requires it.')] : [],
          done: true,
        };
      },
    },
  }));
}
