import type { PluginScope } from 'plinth';
import type { FormContext, FormError, FormSubject } from '../store/shop.js';
import { COMPANY_META, NIP_META } from '../invoices/parties.js';
import { isNip, nipDigits } from '../settings/identifiers.js';
import type { Settings, SettingValues } from '../settings/settings.js';

const WANT_INVOICE = 'want_invoice';
const NIP_FIELD = NIP_META;
const COMPANY_FIELD = COMPANY_META;
const MAX_COMPANY_LENGTH = 200;
const MAX_LENGTH = 20;

/** A buyer's invoice details. */
interface InvoiceInput {
  readonly wantsInvoice: boolean;
  readonly nip: string;
  /** Name of the company; '' for the name in the billing address. */
  readonly company: string;
}

/** Adds the NIP field to the checkout: shown according to the settings, validated, and stored with the order. */
export function registerInvoiceFields(scope: PluginScope, { settings }: { settings: Settings }): void {
  const { __ } = scope;

  const readInput = ({ request }: FormContext): InvoiceInput => ({
    wantsInvoice: request.field(WANT_INVOICE) === '1',
    nip: request.field(NIP_FIELD).trim().slice(0, MAX_LENGTH),
    company: request.field(COMPANY_FIELD).trim().slice(0, MAX_COMPANY_LENGTH),
  });

  /** Whether the number is used: an unchecked checkbox hides its field. */
  const isNipUsed = (values: SettingValues, input: InvoiceInput): boolean =>
    values.text('nip_display') !== 'invoice' || input.wantsInvoice;

  function findError(values: SettingValues, context: FormContext): string {
    const input = readInput(context);
    if (!isNipUsed(values, input)) return '';
    const needed =
      values.text('nip_display') === 'company' ? context.request.field('billing_company').trim() !== '' : true;
    if (input.nip === '') return values.flag('nip_required') && needed ? __('Enter your NIP.') : '';
    const isPolish = context.country === '' || context.country === 'PL';
    if (!isPolish)
      return /^[a-z0-9 .-]{4,20}$/i.test(input.nip)
        ? ''
        : __('Enter the VAT number with letters and digits only, such as DE123456789.');
    if (isNip(input.nip)) return '';
    const digits = nipDigits(input.nip);
    return /^\d{10}$/.test(digits)
      ? __('This NIP isn’t valid. Check the digits.')
      : __('A NIP has 10 digits. Check yours.');
  }

  const getEnabledValues = async (context: FormContext): Promise<SettingValues | undefined> => {
    if (context.location !== 'checkout') return undefined;
    const values = await settings.values();
    return values.flag('nip_field_enabled') ? values : undefined;
  };

  scope.addFilter(
    'store/form_fields',
    async (html: string, context: FormContext) => {
      const values = await getEnabledValues(context);
      if (!values) return html;
      scope.useAsset('compliance-forms');
      const error = context.submitted && context.request.field('place_order') !== '' ? findError(values, context) : '';
      const display = values.text('nip_display');
      return (
        html +
        (await scope.render('forms/invoice', {
          ...readInput(context),
          error,
          hasCheckbox: display === 'invoice',
          forCompanies: display === 'company',
          required: values.flag('nip_required'),
          polish: context.country === '' || context.country === 'PL',
          checkboxName: WANT_INVOICE,
          nipName: NIP_FIELD,
          companyName: COMPANY_FIELD,
        }))
      );
    },
    5,
    2,
  );

  scope.addFilter(
    'store/form_errors',
    async (errors: readonly FormError[], context: FormContext) => {
      const values = await getEnabledValues(context);
      const message = values ? findError(values, context) : '';
      return message === '' ? errors : [...errors, { field: NIP_FIELD, message }];
    },
    5,
    2,
  );

  scope.addAction(
    'store/form_submitted',
    async (context: FormContext, { orderId }: FormSubject) => {
      const values = await getEnabledValues(context);
      const input = readInput(context);
      if (!values || orderId === 0 || !isNipUsed(values, input)) return;
      const orders = scope.services.get('store.orders');
      if (input.wantsInvoice)
        await orders.setMeta(orderId, WANT_INVOICE, '1', { label: __('Invoice requested'), text: __('Yes') });
      if (input.nip === '') return;
      await orders.setMeta(orderId, NIP_FIELD, isNip(input.nip) ? nipDigits(input.nip) : input.nip, { label: 'NIP' });
      if (input.company !== '')
        await orders.setMeta(orderId, COMPANY_FIELD, input.company, { label: __('Company name on the invoice') });
      if (values.flag('invoices_enabled')) await orders.setMeta(orderId, 'ksef_status', 'pending');
    },
    5,
    2,
  );
}
