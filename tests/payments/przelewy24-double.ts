import { createHash } from 'node:crypto';
import { assertDefined } from '../kit/assert-defined.js';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A transaction stored by the test double. */
interface Session {
  readonly orderId: number;
  readonly amount: number;
  readonly currency: string;
  readonly urlReturn: string;
  readonly urlStatus: string;
  readonly token: string;
  /** The amount the customer actually paid. */
  paid: { amount: number; currency: string } | null;
  /** 0: not paid, 1: paid but not verified, 2: verified, 3: refunded. */
  status: number;
}

interface Refund {
  readonly requestId: string;
  readonly refundsUuid: string;
  readonly sessionId: string;
  readonly orderId: number;
  readonly amount: number;
  status: number;
}

type Fields = Record<string, string | number>;

/** The shop's credentials. */
export const P24 = {
  merchantId: 123456,
  posId: 123456,
  crc: 'a1b2c3d4e5f60718',
  apiKey: 'f0e1d2c3b4a5968778695a4b3c2d1e0f',
} as const;

/** Signature according to the provider's documentation: SHA-384 of the JSON of the fields, in order, followed by the CRC key. */
const sign = (fields: Fields): string =>
  createHash('sha384')
    .update(JSON.stringify({ ...fields, crc: P24.crc }))
    .digest('hex');

/** Body of `transaction/register`. */
interface Registration {
  readonly merchantId: number;
  readonly posId: number;
  readonly sessionId: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly email: string;
  readonly country: string;
  readonly language: string;
  readonly urlReturn: string;
  readonly urlStatus: string;
  readonly sign: string;
}

/** Body of `transaction/verify`. */
type Verification = Pick<Registration, 'sessionId' | 'amount' | 'currency' | 'sign'> & { readonly orderId: number };

/** Body of `transaction/refund`. */
interface RefundRequest {
  readonly requestId: string;
  readonly refundsUuid: string;
  readonly refunds: readonly {
    readonly orderId: number;
    readonly sessionId: string;
    readonly amount: number;
    readonly description: string;
  }[];
}

/** A test double of Przelewy24's API according to its public documentation, limited to what a shop uses. */
export class Przelewy24Double {
  readonly sessions = new Map<string, Session>();
  readonly refunds: Refund[] = [];
  /** Requests in order, such as `POST transaction/register`. */
  readonly calls: string[] = [];
  /** Whether all responses are 503, as during an outage. */
  down = false;
  /** The request whose response is lost after it was processed. */
  dropsResponseTo = '';
  /** Error message for the next refund. */
  refuses = '';
  private server: Server | undefined;
  private nextOrder = 900_000;

  async start(): Promise<string> {
    this.server = createServer((request, response) => {
      void this.respond(request).then(({ status, body }) => {
        if (status === 0) return void request.socket.destroy();
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => void this.server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => (this.server ? void this.server.close(() => resolve()) : resolve()));
  }

  private async respond(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const call = `${request.method} ${(request.url ?? '').replace('/api/v1/', '')}`;
    this.calls.push(call);
    if (this.down) return { status: 503, body: { error: 'Service unavailable', code: 503 } };
    if (request.headers.authorization !== `Basic ${Buffer.from(`${P24.posId}:${P24.apiKey}`).toString('base64')}`)
      return { status: 401, body: { error: 'Incorrect authentication', code: 401 } };
    const requestBody = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown) : {};
    const reply = this.route(call, requestBody);
    if (this.dropsResponseTo !== '' && call.startsWith(this.dropsResponseTo)) {
      this.dropsResponseTo = '';
      return { status: 0, body: {} };
    }
    return reply;
  }

  private route(call: string, requestBody: unknown): { status: number; body: object } {
    if (call === 'POST transaction/register') return this.register(requestBody as Registration);
    if (call === 'PUT transaction/verify') return this.verify(requestBody as Verification);
    if (call === 'POST transaction/refund') return this.refund(requestBody as RefundRequest);
    const bySession = /^GET transaction\/by\/sessionId\/(.+)$/.exec(call)?.[1];
    if (bySession !== undefined) return this.bySession(bySession);
    const byOrder = /^GET refund\/by\/orderId\/(\d+)$/.exec(call)?.[1];
    if (byOrder !== undefined)
      return {
        status: 200,
        body: {
          data: {
            orderId: Number(byOrder),
            refunds: this.refunds.filter(({ orderId }) => orderId === Number(byOrder)),
          },
          responseCode: 0,
        },
      };
    return { status: 404, body: { error: 'Not found', code: 404 } };
  }

  private register({
    merchantId,
    posId,
    sessionId,
    amount,
    currency,
    description,
    email,
    country,
    language,
    urlReturn,
    urlStatus,
    sign: signature,
  }: Registration): { status: number; body: object } {
    const complete =
      merchantId === P24.merchantId &&
      posId === P24.posId &&
      [description, email, country, language, urlReturn, urlStatus].every(
        (text) => typeof text === 'string' && text !== '',
      ) &&
      Number.isInteger(amount);
    if (!complete || signature !== sign({ sessionId, merchantId, amount, currency }))
      return { status: 400, body: { error: 'Incorrect CRC value', code: 400 } };
    if (this.sessions.has(sessionId)) return { status: 400, body: { error: 'sessionId is not unique', code: 400 } };
    const token = createHash('sha1').update(sessionId).digest('hex').toUpperCase();
    this.sessions.set(sessionId, {
      orderId: this.nextOrder++,
      amount,
      currency,
      urlReturn,
      urlStatus,
      token,
      paid: null,
      status: 0,
    });
    return { status: 200, body: { data: { token }, responseCode: 0 } };
  }

  private verify({ sessionId, orderId, amount, currency, sign: signature }: Verification): {
    status: number;
    body: object;
  } {
    const session = this.sessions.get(sessionId);
    if (!session || signature !== sign({ sessionId, orderId, amount, currency }))
      return { status: 400, body: { error: 'Incorrect CRC value', code: 400 } };
    if (
      session.status !== 1 ||
      session.paid?.amount !== amount ||
      session.paid?.currency !== currency ||
      session.orderId !== orderId
    )
      return { status: 400, body: { error: 'Transaction cannot be verified', code: 400 } };
    session.status = 2;
    return { status: 200, body: { data: { status: 'success' }, responseCode: 0 } };
  }

  private bySession(sessionId: string): { status: number; body: object } {
    const session = this.sessions.get(sessionId);
    if (!session) return { status: 404, body: { error: 'Transaction not found', code: 404 } };
    return {
      status: 200,
      body: {
        data: {
          orderId: session.orderId,
          sessionId,
          status: session.status,
          amount: session.paid?.amount ?? session.amount,
          currency: session.paid?.currency ?? session.currency,
          statement: '',
        },
        responseCode: 0,
      },
    };
  }

  private refund({ requestId, refundsUuid, refunds }: RefundRequest): { status: number; body: object } {
    const { orderId, sessionId, amount, description } = assertDefined(refunds[0]);
    const session = this.sessions.get(sessionId);
    const back = this.refunds
      .filter((refund) => refund.sessionId === sessionId && refund.status !== 4)
      .reduce((sum, refund) => sum + refund.amount, 0);
    let message = '';
    if (!session || session.orderId !== orderId) message = 'Transaction not found';
    else if (session.status !== 2) message = 'Transaction in wrong status - cannot refund';
    else if (this.refunds.some((refund) => refund.requestId === requestId)) message = 'requestId is not unique';
    else if (amount > (session.paid?.amount ?? 0) - back)
      message = 'The amount of refund exceeds available amount for the transaction';
    else if (this.refuses !== '') message = this.refuses;
    if (message !== '')
      return {
        status: 409,
        body: { data: [{ orderId, sessionId, amount, description, status: false, message }], code: 409 },
      };
    this.refunds.push({ requestId, refundsUuid, sessionId, orderId, amount, status: 3 });
    return {
      status: 201,
      body: { data: [{ orderId, sessionId, amount, description, status: true, message: 'success' }], responseCode: 0 },
    };
  }

  /** The session id of the transaction to whose URL a customer was redirected. */
  sessionOf(url: string): string {
    const token = /\/trnRequest\/([\w-]+)/.exec(url)?.[1];
    const found = [...this.sessions].find(([, session]) => session.token === token);
    if (!found) throw new Error(`No transaction behind ${url}`);
    return found[0];
  }

  /** Simulates a payment; the amount may differ from the requested one. */
  pay(sessionId: string, other: Partial<{ amount: number; currency: string }> = {}): void {
    const session = this.known(sessionId);
    session.paid = { amount: session.amount, currency: session.currency, ...other };
    session.status = 1;
  }

  /** Returns the signed webhook of a payment. */
  notice(sessionId: string): Fields {
    const { orderId, paid, amount, currency } = this.known(sessionId);
    const fields: Fields = {
      merchantId: P24.merchantId,
      posId: P24.posId,
      sessionId,
      amount: paid?.amount ?? amount,
      originAmount: paid?.amount ?? amount,
      currency: paid?.currency ?? currency,
      orderId,
      methodId: 154,
      statement: `p24-${orderId}`,
    };
    return { ...fields, sign: sign(fields) };
  }

  /** Completes a refund. @param status 0: completed, 1: rejected @returns its webhook */
  refundNotice(refund: Refund, status: 0 | 1): Fields {
    refund.status = status === 0 ? 1 : 4;
    const { orderId, sessionId, refundsUuid, requestId, amount } = refund;
    const fields: Fields = {
      orderId,
      sessionId,
      refundsUuid,
      merchantId: P24.merchantId,
      amount,
      currency: this.known(sessionId).currency,
      status,
    };
    return { ...fields, requestId, timestamp: 1_700_000_000, sign: sign(fields) };
  }

  private known(sessionId: string): Session {
    const session = this.sessions.get(sessionId);
    if (!session) throw new Error(`No transaction ${sessionId}`);
    return session;
  }
}
