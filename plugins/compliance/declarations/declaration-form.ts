import { type FrontRoute, type PageRequest, PlinthError, subnetOf, type PluginScope, type Reply } from 'plinth';
import type { FormError } from '../store/shop.js';
import {
  ALREADY_WITHDRAWN,
  createFormCheck,
  type DeclarationFormOptions,
  fieldId,
  NO_ORDER,
  quantityId,
  readValues,
  type Values,
} from './declaration-input.js';
import type { Declaration, Declarations } from './declarations.js';
import { CONTRACT_FIELD, type OrderSubject, type SubjectLine } from './order-subject.js';
import { receiptText, type Receipts } from './receipts.js';
import { createDeclarationHandling } from './reception.js';
import { fieldLabels, listVisibleFields } from './shown-fields.js';

interface DeclarationFormDeps {
  readonly scope: PluginScope;
  readonly declarations: Declarations;
  readonly receipts: Receipts;
}

/** State of a form page. */
interface FormState {
  readonly step: 'form' | 'review' | 'done';
  readonly values: Values;
  readonly subject: OrderSubject | undefined;
  readonly errors?: readonly FormError[];
  /** Status of the response; by default 422 with errors. */
  readonly status?: number;
  readonly declaration?: Declaration;
  readonly honeypotFilled?: boolean;
  readonly orderLinks?: readonly object[];
}

const HONEYPOT_FIELD = 'declaration_website';

/** Returns the lines with the selected quantities; the full quantity before any selection. */
function toLineView(
  { lineId, name, sku, quantity, withdrawn, note }: SubjectLine,
  { quantities }: Values,
  errors: readonly FormError[],
): object {
  const submittedQuantities = new Map(quantities?.split(',').map((part) => part.split('=') as [string, string]));
  return {
    id: quantityId(lineId),
    name,
    sku,
    quantity,
    withdrawn,
    note,
    value: quantities === undefined ? quantity : (submittedQuantities.get(String(lineId)) ?? 0),
    error: errors.find(({ field }) => field === quantityId(lineId))?.message ?? '',
  };
}

/** Returns the fields of a form with their values and errors. */
function toFieldViews(
  scope: Pick<PluginScope, '__'>,
  fields: ReturnType<DeclarationFormOptions['fields']>,
  values: Values,
  errors: readonly FormError[],
): readonly object[] {
  const labels = fieldLabels(scope);
  return fields.map((field) => ({
    ...field,
    id: fieldId(field.name),
    label: labels[field.name] ?? field.name,
    value: values[field.name] ?? '',
    error: errors.find((error) => error.field === fieldId(field.name))?.message ?? '',
    isTextarea: field.type === 'textarea',
    isCheck: field.type === 'checkbox',
  }));
}

/** Returns what the page shows of a stored declaration: its receipt, and what happens next. */
async function toResultView(
  scope: Pick<PluginScope, '__'>,
  receipts: Pick<Receipts, 'time' | 'terms'>,
  { statusUrl }: Pick<DeclarationFormOptions, 'statusUrl'>,
  declaration: Declaration | undefined,
): Promise<object> {
  if (!declaration) return {};
  return {
    receipt: {
      hash: declaration.hash,
      text: receiptText(scope, declaration),
      ...(await receipts.time(declaration)),
    },
    terms: await receipts.terms(declaration),
    followUrl: (await statusUrl?.(declaration)) ?? '',
  };
}

/** Public form in two steps: the declaration, then a separate confirmation button. Works without login and scripts. */
export function createDeclarationForm(
  { scope, declarations, receipts }: DeclarationFormDeps,
  options: DeclarationFormOptions,
): FrontRoute {
  const nonce = `compliance_${options.kind}`;
  const receive = createDeclarationHandling(scope);
  const check = createFormCheck(scope, options, nonce);

  async function renderForm({
    step,
    values,
    subject,
    errors = [],
    status = errors.length > 0 ? 422 : 200,
    declaration,
    honeypotFilled = false,
    orderLinks = [],
  }: FormState): Promise<Reply> {
    scope.useAsset('compliance-declarations');
    const texts = options.texts();
    const data = {
      ...texts,
      step,
      isForm: step === 'form' && subject?.finalWithdrawal === undefined,
      isReview: step === 'review',
      isDone: step === 'done',
      errors,
      honeypot: HONEYPOT_FIELD,
      honeypotFilled,
      nonceField: scope.wpNonceField(nonce),
      action: scope.homeUrl(options.path),
      orderLinks,
      contractField: CONTRACT_FIELD,
      token: subject?.token ?? '',
      lines: (subject?.lines ?? []).map((line) => toLineView(line, values, errors)),
      closedText: subject?.finalWithdrawal ? ((await options.closedText?.(subject.finalWithdrawal)) ?? '') : '',
      facts: listVisibleFields(scope, values),
      fields: toFieldViews(scope, options.fields(subject), values, errors),
      ...(await toResultView(scope, receipts, options, declaration)),
    };
    const isPrivate = step !== 'form' || subject !== undefined || orderLinks.length > 0;
    return {
      kind: 'page',
      status,
      title: texts.title,
      view: 'declarations/form',
      data,
      bodyClass: [`compliance-${options.kind}`],
      ...(isPrivate ? { robots: 'noindex', headers: { 'Cache-Control': 'no-store' } } : {}),
    };
  }

  /** Stores a confirmed declaration, and sends its receipt where possible. */
  async function store(
    request: PageRequest,
    values: Values,
    subject: OrderSubject | undefined,
    honeypotFilled: boolean,
  ): Promise<Declaration> {
    const email = values.email ?? '';
    const { orderId, late, isFromCustomer } = (await options.matchOrder?.(values, subject, request)) ?? NO_ORDER;
    const network = subnetOf(request.ip);
    const { flag, receipt, note } = await receive({
      kind: options.kind,
      network,
      email,
      honeypotFilled,
      isFromCustomer,
    });
    const stored = await declarations.add(
      { kind: options.kind, email, orderId, fields: values, locale: scope.locale(), flag, late },
      async (added) => {
        await options.added?.(added);
        await receipts.queue(added, { receipt, network, note });
      },
    );
    // By now, its receipt may have been sent.
    return (await declarations.get(stored.id)) ?? stored;
  }

  return {
    path: options.path,
    async handler(request) {
      if (!(await options.isEnabled())) return undefined;
      const subject = await options.subject?.(request);
      if (request.method !== 'POST') {
        const defaults = (await options.defaultValues?.(request)) ?? {};
        return renderForm({
          step: 'form',
          values: subject ? { ...defaults, name: subject.name, order: subject.number, email: subject.email } : defaults,
          subject,
          orderLinks: subject ? [] : ((await options.orderLinks?.(request)) ?? []),
        });
      }
      if (subject?.finalWithdrawal) return renderForm({ step: 'form', values: {}, subject, status: 409 });
      const values = readValues(options, request, subject);
      if (request.field('back') !== '') return renderForm({ step: 'form', values, subject });
      const errors = check(request, values, subject);
      if (errors.length > 0) return renderForm({ step: 'form', values, subject, errors });
      const isHoneypotFilled = request.field(HONEYPOT_FIELD) !== '';
      if (request.field('confirm') !== '1')
        return renderForm({ step: 'review', values, subject, honeypotFilled: isHoneypotFilled });
      try {
        const declaration = await store(request, values, subject, isHoneypotFilled);
        return await renderForm({ step: 'done', values, subject, declaration });
      } catch (error) {
        if (!(error instanceof PlinthError) || error.code !== ALREADY_WITHDRAWN) throw error;
        return renderForm({
          step: 'form',
          values,
          subject: await options.subject?.(request),
          errors: [{ field: '', message: error.message }],
          status: 409,
        });
      }
    },
  };
}
