import type { Actions } from 'plinth';

type Shop = Parameters<Actions['store/booted']>[0];

/** The store's contract, as typed by its action `store/booted`. */
export type PaymentMethod = Parameters<Shop['payments']['register']>[0];
export type WebhookRequest = Parameters<NonNullable<PaymentMethod['webhook']>>[0];
export type WebhookResult = Awaited<ReturnType<NonNullable<PaymentMethod['webhook']>>>;
export type PaymentStart = Parameters<NonNullable<PaymentMethod['pay']>>[0];
export type PayResult = Awaited<ReturnType<NonNullable<PaymentMethod['pay']>>>;
export type Payment = PaymentStart['payment'];
export type Values = PaymentStart['settings'];
export type Setting = NonNullable<PaymentMethod['settings']>[number];
export type PaymentOutcome = Awaited<ReturnType<NonNullable<PaymentMethod['lookup']>>>;
export type RefundRequest = Parameters<NonNullable<PaymentMethod['refund']>>[0];
export type RefundResult = Awaited<ReturnType<NonNullable<PaymentMethod['refund']>>>;
