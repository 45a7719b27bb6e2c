import { type FrontRoute, networkOf, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { FormError } from '../store/store-form.js';
import type { Declaration, DeclarationKind, Declarations } from './declarations.js';
import { CONTRACT_FIELD, type OrderSubject, type SubjectLine } from './order-subject.js';
import { quantityWords, readQuantities, storedQuantities } from './quantities.js';
import type { Receipts } from './receipts.js';
import { createReceptions } from './reception.js';
import { fieldLabels, shownFields } from './shown-fields.js';

/** One field of a public form. */
interface DeclarationField {
  readonly name: string;
  readonly type: 'text' | 'email' | 'url' | 'textarea' | 'checkbox';
  readonly required: boolean;
  readonly autocomplete: string;
  readonly maxLength: number;
  readonly hint?: string;
  /** Known already, and not to be typed. */
  readonly fixed?: boolean;
}

interface DeclarationFormParts {
  readonly scope: PluginScope;
  readonly declarations: Declarations;
  readonly receipts: Receipts;
}

interface DeclarationFormOptions {
  readonly kind: DeclarationKind;
  readonly path: string;
  readonly fields: (subject?: OrderSubject) => readonly DeclarationField[];
  readonly texts: () => {
    readonly title: string;
    readonly intro: string;
    readonly review: string;
    readonly confirm: string;
    readonly done: string;
  };
  /** Whether the form is there at all. */
  readonly on: () => Promise<boolean>;
  /** What a known customer need not type. */
  readonly known?: (request: PageRequest) => Promise<Readonly<Record<string, string>>>;
  /** The order whose own address the form was opened at. */
  readonly subject?: (request: PageRequest) => Promise<OrderSubject | undefined>;
  /** The forms of a known customer's orders. */
  readonly choices?: (request: PageRequest) => Promise<readonly object[]>;
  /** More that is wrong than a missing field. */
  readonly problems?: (values: Readonly<Record<string, string>>) => readonly FormError[];
  /** More that is stored with a declaration, in its transaction. */
  readonly added?: (declaration: Declaration) => Promise<void>;
  /** Where whoever sent it can see what becomes of it; '' for nowhere. */
  readonly follow?: (declaration: Declaration) => Promise<string>;
  /** The order it is about, and whether it comes too late for it; 0 for none. */
  readonly place?: (
    values: Readonly<Record<string, string>>,
    subject: OrderSubject | undefined,
  ) => Promise<{ readonly orderId: number; readonly late: boolean }>;
}

type Values = Readonly<Record<string, string>>;

/** What a page of the form shows. */
interface Shown {
  readonly step: 'form' | 'review' | 'done';
  readonly values: Values;
  readonly subject: OrderSubject | undefined;
  readonly errors?: readonly FormError[];
  readonly done?: Declaration & { readonly letter: boolean };
  readonly trapped?: boolean;
  readonly choices?: readonly object[];
}

const TRAP = 'declaration_website';

/** A public form in two steps: what is declared, then a button of its own that confirms it. Works without login and script. */
export function declarationForm(
  { scope, declarations, receipts }: DeclarationFormParts,
  options: DeclarationFormOptions,
): FrontRoute {
  const { __ } = scope;
  const nonce = `compliance_${options.kind}`;
  const receive = createReceptions(scope);
  const idOf = (name: string): string => `declaration_${name}`;

  const quantityId = (lineId: number): string => idOf(`quantity_${lineId}`);

  function read(request: PageRequest, subject: OrderSubject | undefined): Record<string, string> {
    const typed = Object.fromEntries(
      options
        .fields(subject)
        .map(({ name, maxLength }) => [name, request.field(idOf(name)).trim().slice(0, maxLength)]),
    );
    if (!subject) return typed;
    const quantities = readQuantities(subject.lines, (lineId) => request.field(quantityId(lineId)));
    return {
      ...typed,
      order: subject.number,
      items: quantityWords(subject.lines, quantities),
      quantities: storedQuantities(quantities),
    };
  }

  function check(request: PageRequest, values: Values, subject: OrderSubject | undefined): FormError[] {
    const labels = fieldLabels(scope);
    const errors: FormError[] = request.verifyNonce(nonce)
      ? []
      : [{ field: '', message: __('The page was open for too long. Nothing is lost: please send the form again.') }];
    for (const { name, type, required } of options.fields(subject)) {
      const value = values[name] ?? '';
      if (required && value === '')
        errors.push({
          field: idOf(name),
          message:
            type === 'checkbox'
              ? __('Please tick: %s', labels[name] ?? name)
              : __('Please fill in: %s', labels[name] ?? name),
        });
      else if (type === 'email' && value !== '' && scope.isEmail(value) === false)
        errors.push({
          field: idOf(name),
          message: __('Please write the e-mail address in full, as in name@example.com.'),
        });
    }
    const [first] = subject?.lines ?? [];
    if (first && values.quantities === '')
      errors.push({
        field: quantityId(first.lineId),
        message: __('Please say of at least one thing how many you give back.'),
      });
    return [
      ...errors,
      ...(options.problems?.(values) ?? []).map(({ field, message }) => ({ field: idOf(field), message })),
    ];
  }

  /** Lines with what was chosen of them; all of it before anything was. */
  function lineView(
    { lineId, name, sku, quantity, note }: SubjectLine,
    { quantities }: Values,
    errors: readonly FormError[],
  ): object {
    const chosen = new Map(quantities?.split(',').map((part) => part.split('=') as [string, string]));
    return {
      id: quantityId(lineId),
      name,
      sku,
      quantity,
      note,
      value: quantities === undefined ? quantity : (chosen.get(String(lineId)) ?? 0),
      error: errors.find(({ field }) => field === quantityId(lineId))?.message ?? '',
    };
  }

  async function show({
    step,
    values,
    subject,
    errors = [],
    done,
    trapped = false,
    choices = [],
  }: Shown): Promise<Reply> {
    scope.useAsset('compliance-declarations');
    const labels = fieldLabels(scope);
    const texts = options.texts();
    const data = {
      ...texts,
      step,
      isForm: step === 'form',
      isReview: step === 'review',
      isDone: step === 'done',
      errors,
      trap: TRAP,
      trapped,
      nonceField: scope.wpNonceField(nonce),
      action: scope.homeUrl(options.path),
      choices,
      contractField: CONTRACT_FIELD,
      token: subject?.token ?? '',
      lines: (subject?.lines ?? []).map((line) => lineView(line, values, errors)),
      facts: shownFields(scope, values),
      fields: options.fields(subject).map((field) => ({
        ...field,
        id: idOf(field.name),
        label: labels[field.name] ?? field.name,
        value: values[field.name] ?? '',
        error: errors.find((error) => error.field === idOf(field.name))?.message ?? '',
        isArea: field.type === 'textarea',
        isCheck: field.type === 'checkbox',
      })),
      receipt: done
        ? { hash: done.hash, email: done.email, letter: done.letter, ...(await receipts.time(done)) }
        : null,
      terms: done ? await receipts.terms(done) : null,
      followUrl: done ? ((await options.follow?.(done)) ?? '') : '',
    };
    const hidden = step !== 'form' || subject !== undefined || choices.length > 0;
    return {
      kind: 'page',
      status: errors.length > 0 ? 422 : 200,
      title: texts.title,
      view: 'declarations/form',
      data,
      bodyClass: [`compliance-${options.kind}`],
      ...(hidden ? { robots: 'noindex', headers: { 'Cache-Control': 'no-store' } } : {}),
    };
  }

  return {
    path: options.path,
    async handler(request) {
      if (!(await options.on())) return undefined;
      const subject = await options.subject?.(request);
      if (request.method !== 'POST') {
        const known = (await options.known?.(request)) ?? {};
        return show({
          step: 'form',
          values: subject ? { ...known, name: subject.name, order: subject.number, email: subject.email } : known,
          subject,
          choices: subject ? [] : ((await options.choices?.(request)) ?? []),
        });
      }
      const values = read(request, subject);
      if (request.field('back') !== '') return show({ step: 'form', values, subject });
      const errors = check(request, values, subject);
      if (errors.length > 0) return show({ step: 'form', values, subject, errors });
      const trapped = request.field(TRAP) !== '';
      if (request.field('confirm') !== '1') return show({ step: 'review', values, subject, trapped });
      const { doubt, ...due } = await receive({
        kind: options.kind,
        network: networkOf(request.ip),
        email: values.email ?? '',
        trapped,
      });
      const { orderId, late } = (await options.place?.(values, subject)) ?? { orderId: 0, late: false };
      const done = await declarations.add(
        { kind: options.kind, email: values.email ?? '', orderId, fields: values, locale: scope.locale(), doubt, late },
        async (added) => {
          await options.added?.(added);
          await receipts.queue(added, due);
        },
      );
      return show({ step: 'done', values, subject, done: { ...done, letter: due.receipt } });
    },
  };
}
