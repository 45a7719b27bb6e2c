import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const SECRET = 'the piggy bank of the tests';

/** A payment provider with pages on which customers pay or cancel. */
export interface ProviderPages {
  readonly url: string;
  /** Files of a plugin that registers it twice, as instant transfer and as card payment. */
  readonly plugin: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A page of the provider with links for paying and canceling. */
function page(query: URLSearchParams): string {
  const link = (path: string, text: string): string =>
    `<p><a href="${path}?${query.toString().replaceAll('&', '&amp;')}">${text}</a></p>`;
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Piggy bank</title><h1>Pay ${Number(query.get('amount')) / 100} ${query.get('currency')}</h1>${link('/confirm', 'Pay')}${link('/cancel', 'Cancel')}</html>`;
}

/** Sends the signed webhook before the customer returns. */
async function notifyShop(query: URLSearchParams, state: 'paid' | 'failed'): Promise<void> {
  const body = JSON.stringify({
    session: query.get('session'),
    state,
    amount: Number(query.get('amount')),
    currency: query.get('currency'),
  });
  const signature = createHmac('sha256', SECRET).update(body).digest('hex');
  await fetch(query.get('webhook') ?? '', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Piggy-Signature': signature },
    body,
  });
}

export async function openProviderPages(): Promise<ProviderPages> {
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider');
    if (pathname === '/pay')
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(page(searchParams));
    if (pathname !== '/confirm' && pathname !== '/cancel') return void response.writeHead(404).end();
    void notifyShop(searchParams, pathname === '/confirm' ? 'paid' : 'failed').then(() =>
      response.writeHead(303, { Location: searchParams.get('back') ?? '/' }).end(),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    plugin: {
      'plugin.json': JSON.stringify({
        name: 'Piggy bank',
        version: '1.0.0',
        description: 'Payments of the tests.',
        author: 'Plinth',
        requiresCore: '*',
        requiresPlugins: { store: '*' },
        main: 'index.js',
        contributes: { hosts: { redirect: [url] } },
      }),
      'index.js': pluginCode(url),
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function pluginCode(url: string): string {
  return `
import { createHmac } from 'node:crypto';
const method = (id, label) => ({
  id, label, note: 'You pay on the pages of the Piggy bank and come back here.', initialStatus: 'pending',
  async pay({ payment, returnUrl, webhookUrl }) {
    const query = new URLSearchParams({ session: payment.key, amount: String(payment.amount), currency: payment.currency, back: returnUrl, webhook: webhookUrl });
    return { kind: 'redirect', location: '${url}/pay?' + query.toString() };
  },
  async webhook({ bytes, fields, header, find }) {
    if (header('X-Piggy-Signature') !== createHmac('sha256', '${SECRET}').update(bytes).digest('hex')) return { kind: 'refused', reason: 'wrong signature' };
    const payment = await find({ key: fields.session });
    if (!payment) return { kind: 'refused', reason: 'unknown payment' };
    const outcome = fields.state === 'paid' ? { state: 'paid', amount: fields.amount, currency: fields.currency, reference: 'ref-' + payment.id } : { state: 'failed', message: 'Cancelled by the customer.' };
    return { kind: 'payment', payment, outcome };
  },
});
export default { boot(scope) {
  scope.addAction('store/booted', ({ payments }) => {
    payments.register(method('piggy', 'Piggy bank'));
    payments.register(method('piggy-card', 'Card'));
  });
} };
`;
}
