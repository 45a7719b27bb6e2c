import type { PageRequest, PluginScope } from 'plinth';
import type { FormError } from '../store/shop.js';
import type { Declaration } from './declarations.js';
import type { DeclarationKind } from './tables.js';
import type { OrderSubject, SubjectLine } from './order-subject.js';
import { findExceeded, formatQuantities, parseQuantities, readQuantities, serializeQuantities } from './quantities.js';
import { fieldLabels } from './shown-fields.js';

/** A field of a public form. */
export interface DeclarationField {
  readonly name: string;
  readonly type: 'text' | 'email' | 'url' | 'textarea' | 'checkbox';
  readonly required: boolean;
  readonly autocomplete: string;
  readonly maxLength: number;
  readonly hint?: string;
  /** Whether the value is already known and cannot be edited. */
  readonly readOnly?: boolean;
}

/** Common properties of most fields. */
export const TEXT_FIELD = { type: 'text', required: true, autocomplete: 'off', maxLength: 200 } as const;

/** Options that distinguish the public forms. */
export interface DeclarationFormOptions {
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
  /** Whether the form is available. */
  readonly isEnabled: () => Promise<boolean>;
  /** Values prefilled for a known customer. */
  readonly defaultValues?: (request: PageRequest) => Promise<Readonly<Record<string, string>>>;
  /** Order for which the form was opened through its own URL. */
  readonly subject?: (request: PageRequest) => Promise<OrderSubject | undefined>;
  /** Forms of a known customer's orders. */
  readonly orderLinks?: (request: PageRequest) => Promise<readonly object[]>;
  /** Errors other than missing fields. */
  readonly validate?: (values: Readonly<Record<string, string>>) => readonly FormError[];
  /**
   * Additional work for a declaration, in its transaction.
   * @throws PlinthError `compliance_already_withdrawn` if its items were withdrawn from meanwhile
   */
  readonly added?: (declaration: Declaration) => Promise<void>;
  /** Text of the page of an order from which nothing is left to withdraw; its last withdrawal is passed. */
  readonly closedText?: (withdrawal: Declaration) => Promise<string>;
  /** URL at which the sender can follow the declaration; '' for none. */
  readonly statusUrl?: (declaration: Declaration) => Promise<string>;
  /** Order that the declaration is about. */
  readonly matchOrder?: (
    values: Readonly<Record<string, string>>,
    subject: OrderSubject | undefined,
    request: Pick<PageRequest, 'userId'>,
  ) => Promise<MatchedOrder>;
}

/** Order that a declaration is about. */
export interface MatchedOrder {
  /** 0 when no order matches. */
  readonly orderId: number;
  /** Whether the declaration was made after the withdrawal period. */
  readonly late: boolean;
  /** Whether the declaration is known to come from the customer of the order. */
  readonly isFromCustomer: boolean;
}

/** Code of the error for items that were withdrawn from meanwhile. */
export const ALREADY_WITHDRAWN = 'compliance_already_withdrawn';

export const NO_ORDER: MatchedOrder = { orderId: 0, late: false, isFromCustomer: false };

/** Submitted values, by field. */
export type Values = Readonly<Record<string, string>>;

export const fieldId = (name: string): string => `declaration_${name}`;

export const quantityId = (lineId: number): string => fieldId(`quantity_${lineId}`);

/**
 * Reads the submitted values.
 * @param subject order for which the form was opened
 */
export function readValues(
  options: Pick<DeclarationFormOptions, 'fields'>,
  request: PageRequest,
  subject: OrderSubject | undefined,
): Record<string, string> {
  const submitted = Object.fromEntries(
    options
      .fields(subject)
      .map(({ name, maxLength }) => [name, request.field(fieldId(name)).trim().slice(0, maxLength)]),
  );
  if (!subject) return submitted;
  const quantities = readQuantities(subject.lines, (lineId) => request.field(quantityId(lineId)));
  return {
    ...submitted,
    order: subject.number,
    items: formatQuantities(subject.lines, quantities),
    quantities: serializeQuantities(quantities),
  };
}

/** Returns the errors in the quantities of an order's lines: none entered, or more than are left. */
function findQuantityErrors(
  { __ }: Pick<PluginScope, '__'>,
  lines: readonly SubjectLine[],
  quantities: string,
): readonly FormError[] {
  const first = lines.find(({ quantity }) => quantity > 0);
  if (first && quantities === '')
    return [
      {
        field: quantityId(first.lineId),
        message: __('Enter the quantity you are returning for at least one item.'),
      },
    ];
  const exceeded = findExceeded(lines, parseQuantities(quantities));
  return exceeded
    ? [
        {
          field: quantityId(exceeded.lineId),
          message: __('%1$s: you can withdraw from at most %2$d.', exceeded.name, exceeded.quantity),
        },
      ]
    : [];
}

/** Creates the validation of the submitted values. */
export function createFormCheck(
  scope: Pick<PluginScope, '__' | 'isEmail'>,
  options: Pick<DeclarationFormOptions, 'fields' | 'validate'>,
  nonce: string,
): (request: PageRequest, values: Values, subject: OrderSubject | undefined) => FormError[] {
  const { __ } = scope;
  return (request, values, subject) => {
    const labels = fieldLabels(scope);
    const errors: FormError[] = request.verifyNonce(nonce)
      ? []
      : [{ field: '', message: __('This page has expired. Please submit the form again.') }];
    for (const { name, type, required } of options.fields(subject)) {
      const value = values[name] ?? '';
      if (required && value === '')
        errors.push({
          field: fieldId(name),
          message:
            type === 'checkbox' ? __('Select: %s', labels[name] ?? name) : __('Fill in: %s', labels[name] ?? name),
        });
      else if (type === 'email' && value !== '' && scope.isEmail(value) === false)
        errors.push({
          field: fieldId(name),
          message: __('Enter a full email address, such as name@example.com.'),
        });
    }
    return [
      ...errors,
      ...findQuantityErrors(scope, subject?.lines ?? [], values.quantities ?? ''),
      ...(options.validate?.(values) ?? []).map(({ field, message }) => ({ field: fieldId(field), message })),
    ];
  };
}

/** Returns the values prefilled for a logged-in customer. */
export const createDefaultValues =
  (scope: Pick<PluginScope, 'getUserdata'>) =>
  async ({ userId }: PageRequest): Promise<Record<string, string>> => {
    const user = userId > 0 ? await scope.getUserdata(userId) : false;
    return user ? { name: user.display_name, email: user.user_email } : {};
  };
