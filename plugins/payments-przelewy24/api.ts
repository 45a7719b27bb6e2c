import { PlinthError } from 'plinth';
import type { Account } from './account.js';
import { signed } from './signature.js';

/** Data registered before the customer is redirected. */
export interface Registration {
  readonly sessionId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly email: string;
  readonly client: string;
  readonly country: string;
  /** `pl`, `en`, … */
  readonly language: string;
  readonly urlReturn: string;
  readonly urlStatus: string;
}

/** A transaction as returned by Przelewy24. */
export interface Transaction {
  readonly orderId: number;
  /** 0: not paid, 1: paid and not confirmed by the shop, 2: paid, 3: returned. */
  readonly status: number;
  readonly amount: number;
  readonly currency: string;
}

/** A refund as returned by Przelewy24. */
export interface ProviderRefund {
  /** The shop's own id, assigned on request. */
  readonly requestId: string;
  /** 1: completed, 2: pending, 3: awaits acceptance, 4: rejected. */
  readonly status: number;
}

interface RefundData {
  readonly key: string;
  readonly orderId: number;
  readonly sessionId: string;
  readonly amount: number;
  readonly description: string;
  readonly urlStatus: string;
}

/** A response of the API that is not an outage: its content, and whether it reports success. */
interface ApiResponse {
  readonly status: number;
  readonly data: unknown;
  /** The error message; empty on success. */
  readonly error: string;
}

/**
 * The calls of the REST API of Przelewy24 that a shop needs. They throw only for an outage, and may then be retried.
 */
export interface Api {
  /** @returns the token of the payment page, or why there is none */
  register(registration: Registration): Promise<{ readonly token: string } | { readonly error: string }>;
  /** Confirms a payment, which transfers the money to the shop; returns false when it is refused. */
  verify(transaction: {
    readonly sessionId: string;
    readonly orderId: number;
    readonly amount: number;
    readonly currency: string;
  }): Promise<boolean>;
  /** Returns null when the transaction is unknown. */
  transaction(sessionId: string): Promise<Transaction | null>;
  /** @returns why it is refused; empty when it is accepted */
  refund(call: RefundData): Promise<string>;
  refunds(orderId: number): Promise<readonly ProviderRefund[]>;
}

const TIMEOUT_MS = 8000;
/** Maximum size of a response, in bytes; all responses are small. */
const MAX_RESPONSE_BYTES = 256 * 1024;

const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const outageError = (message: string, cause?: unknown): PlinthError =>
  new PlinthError('przelewy24_unavailable', message, {
    status: 503,
    kind: 'outage',
    hint: 'Try again in a moment.',
    cause,
  });

export function createApi({ merchantId, posId, crc, apiKey, origin }: Account): Api {
  const authorization = `Basic ${Buffer.from(`${posId}:${apiKey}`).toString('base64')}`;

  async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<ApiResponse> {
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${origin}/api/v1/${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          Authorization: authorization,
          Accept: 'application/json',
          ...(body ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      status = response.status;
      text = await response.text();
    } catch (cause) {
      throw outageError('Przelewy24 does not respond.', cause);
    }
    if (status >= 500 || status === 429 || text.length > MAX_RESPONSE_BYTES)
      throw outageError(`Przelewy24 answered ${status}.`);
    let responseBody: Readonly<Record<string, unknown>>;
    try {
      responseBody = toRecord(JSON.parse(text));
    } catch (cause) {
      throw outageError(`Przelewy24 responded with status ${status} and invalid JSON.`, cause);
    }
    return { status, data: responseBody.data, error: status < 300 ? '' : errorMessage(status, responseBody.error) };
  }

  return {
    async register(registration) {
      const { sessionId, amount, currency } = registration;
      const sign = signed({ sessionId, merchantId, amount, currency }, crc);
      const { data, error } = await call('POST', 'transaction/register', {
        merchantId,
        posId,
        ...registration,
        encoding: 'UTF-8',
        sign,
      });
      const { token } = toRecord(data);
      if (error !== '') return { error };
      return typeof token === 'string' && /^[\w-]{1,200}$/.test(token)
        ? { token }
        : { error: 'Przelewy24 returned no valid token.' };
    },
    async verify({ sessionId, orderId, amount, currency }) {
      const sign = signed({ sessionId, orderId, amount, currency }, crc);
      const { data, error } = await call('PUT', 'transaction/verify', {
        merchantId,
        posId,
        sessionId,
        amount,
        currency,
        orderId,
        sign,
      });
      return error === '' && toRecord(data).status === 'success';
    },
    async transaction(sessionId) {
      const { status, data, error } = await call('GET', `transaction/by/sessionId/${encodeURIComponent(sessionId)}`);
      if (status === 404) return null;
      if (error !== '') throw outageError(error);
      const { orderId, status: state, amount, currency } = toRecord(data);
      if (typeof orderId !== 'number' || typeof amount !== 'number' || typeof currency !== 'string')
        throw outageError('Przelewy24 returned incomplete transaction data.');
      return { orderId, status: Number(state), amount, currency };
    },
    async refund({ key, orderId, sessionId, amount, description, urlStatus }) {
      const { data, error } = await call('POST', 'transaction/refund', {
        requestId: key,
        refundsUuid: key,
        urlStatus,
        refunds: [{ orderId, sessionId, amount, description }],
      });
      const first = toRecord(Array.isArray(data) ? data[0] : data);
      if (error === '' && first.status === true) return '';
      return typeof first.message === 'string' && first.message !== ''
        ? first.message
        : error || 'Przelewy24 refused it.';
    },
    async refunds(orderId) {
      const { status, data, error } = await call('GET', `refund/by/orderId/${orderId}`);
      if (status === 404) return [];
      if (error !== '') throw outageError(error);
      const { refunds } = toRecord(data);
      return (Array.isArray(refunds) ? refunds : []).map(toRecord).map(({ requestId, status: state }) => ({
        requestId: typeof requestId === 'string' ? requestId : '',
        status: Number(state),
      }));
    },
  };
}

/** Returns why a call was refused, as far as the response says. */
const errorMessage = (status: number, error: unknown): string =>
  typeof error === 'string' && error !== '' ? error : `Przelewy24 answered ${status}.`;
