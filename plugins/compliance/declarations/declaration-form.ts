import { type FrontRoute, networkOf, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { FormError } from '../store/store-form.js';
import type { Declaration, DeclarationKind, Declarations } from './declarations.js';
import { fieldLabels, type Receipts } from './receipts.js';
import { createReceptions } from './reception.js';

/** One field of a public form. */
interface DeclarationField {
  readonly name: string;
  readonly type: 'text' | 'email' | 'url' | 'textarea' | 'checkbox';
  readonly required: boolean;
  readonly autocomplete: string;
  readonly maxLength: number;
  readonly hint?: string;
}

interface DeclarationFormParts {
  readonly scope: PluginScope;
  readonly declarations: Declarations;
  readonly receipts: Receipts;
}

interface DeclarationFormOptions {
  readonly kind: DeclarationKind;
  readonly path: string;
  readonly fields: () => readonly DeclarationField[];
  readonly texts: () => { readonly title: string; readonly intro: string; readonly review: string; readonly confirm: string; readonly done: string };
  /** Whether the form is there at all. */
  readonly on: () => Promise<boolean>;
  /** What a known customer need not type. */
  readonly known?: (request: PageRequest) => Promise<Readonly<Record<string, string>>>;
  /** More that is wrong than a missing field. */
  readonly problems?: (values: Readonly<Record<string, string>>) => readonly FormError[];
  /** The order it is about; 0 for none. */
  readonly orderOf?: (values: Readonly<Record<string, string>>) => Promise<number>;
}

const TRAP = 'declaration_website';

/** A public form in two steps: what is declared, then a button of its own that confirms it. Works without login and script. */
export function declarationForm({ scope, declarations, receipts }: DeclarationFormParts, options: DeclarationFormOptions): FrontRoute {
  const { __ } = scope;
  const nonce = `compliance_${options.kind}`;
  const receive = createReceptions(scope);
  const idOf = (name: string): string => `declaration_${name}`;

  function read(request: PageRequest): Record<string, string> {
    return Object.fromEntries(options.fields().map(({ name, maxLength }) => [name, request.field(idOf(name)).trim().slice(0, maxLength)]));
  }

  function check(request: PageRequest, values: Readonly<Record<string, string>>): FormError[] {
    const labels = fieldLabels(scope);
    const errors: FormError[] = request.verifyNonce(nonce) ? [] : [{ field: '', message: __('The page was open for too long. Nothing is lost: please send the form again.') }];
    for (const { name, type, required } of options.fields()) {
      const value = values[name] ?? '';
      if (required && value === '') errors.push({ field: idOf(name), message: type === 'checkbox' ? __('Please tick: %s', labels[name] ?? name) : __('Please fill in: %s', labels[name] ?? name) });
      else if (type === 'email' && value !== '' && scope.isEmail(value) === false) errors.push({ field: idOf(name), message: __('Please write the e-mail address in full, as in name@example.com.') });
    }
    return [...errors, ...(options.problems?.(values) ?? []).map(({ field, message }) => ({ field: idOf(field), message }))];
  }

  async function show(step: 'form' | 'review' | 'done', values: Readonly<Record<string, string>>, errors: readonly FormError[] = [], { status = 200, done, trapped = false }: { status?: number; done?: Declaration & { readonly letter: boolean }; trapped?: boolean } = {}): Promise<Reply> {
    scope.useAsset('compliance-declarations');
    const labels = fieldLabels(scope);
    const texts = options.texts();
    const data = {
      ...texts, step, isForm: step === 'form', isReview: step === 'review', isDone: step === 'done', errors, trap: TRAP, trapped, nonceField: scope.wpNonceField(nonce), action: scope.homeUrl(options.path),
      fields: options.fields().map((field) => ({
        ...field, id: idOf(field.name), label: labels[field.name] ?? field.name, value: values[field.name] ?? '', error: errors.find((error) => error.field === idOf(field.name))?.message ?? '',
        isArea: field.type === 'textarea', isCheck: field.type === 'checkbox',
      })),
      receipt: done ? { hash: done.hash, email: done.email, letter: done.letter, ...(await receipts.time(done)) } : null,
    };
    return { kind: 'page', status, title: texts.title, view: 'declarations/form', data, bodyClass: [`compliance-${options.kind}`], ...(step === 'form' ? {} : { robots: 'noindex', headers: { 'Cache-Control': 'no-store' } }) };
  }

  return {
    path: options.path,
    async handler(request) {
      if (!(await options.on())) return undefined;
      if (request.method !== 'POST') return show('form', (await options.known?.(request)) ?? {});
      const values = read(request);
      if (request.field('back') !== '') return show('form', values);
      const errors = check(request, values);
      if (errors.length > 0) return show('form', values, errors, { status: 422 });
      const trapped = request.field(TRAP) !== '';
      if (request.field('confirm') !== '1') return show('review', values, [], { trapped });
      const { doubt, ...due } = await receive({ kind: options.kind, network: networkOf(request.ip), email: values.email ?? '', trapped });
      const orderId = (await options.orderOf?.(values)) ?? 0;
      const done = await declarations.add({ kind: options.kind, email: values.email ?? '', orderId, fields: values, locale: scope.locale(), doubt }, (added) => receipts.queue(added, due));
      return show('done', values, [], { done: { ...done, letter: due.receipt } });
    },
  };
}
