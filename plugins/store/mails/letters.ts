import { type Mail, type MailAttachment, PlinthError, type PluginScope } from 'plinth';
import type { Money } from '../money/money.js';
import type { CustomerLetters } from '../orders/customer-letter.js';
import type { OrderNames } from '../orders/order-names.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import { orderView } from '../orders/order-view.js';
import type { OwnerLetters, PaymentProblem } from '../payments/owner-letters.js';
import type { SellingOptions } from '../selling/selling-settings.js';
import { transferOf } from '../orders/transfer.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import { isOwnLetter, letterLabel, letterSubject } from './letter-kinds.js';
import { LEASE_SECONDS, type LetterBox, type LetterOutcome, type LetterRow } from './letter-box.js';
import { createRegisteredLetters } from './registered-letters.js';

const JOB = 'store/letter';
const referenceOf = (id: number): string => `${JOB}:${id}`;
/** Seconds after which the job looks whether a letter still lies there. */
const SECOND_LOOK = 120;
/** Seconds that a letter is held whose mailbox had enough of them today. */
const HELD = 86_400;
/** Milliseconds a request waits for the mail server before it goes on without. */
const PATIENCE_MS = 3000;

/** What a visitor wrote to the shop. */
export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

/** The store's letters: written down with what they are about, sent after the commit, tried again by a job. */
export interface Letters extends CustomerLetters, OwnerLetters {
  /** Tells the shop of a new order. */
  toShop(order: OrderRecord): Promise<void>;
  newAccount(email: string, locale: string): Promise<void>;
  /** Tells somebody that an account was asked for with their address, which has one. */
  accountTaken(email: string, locale: string): Promise<void>;
  contact(message: ContactMessage): Promise<void>;
  /** Sends a registered letter about an order. */
  send(id: string, orderId: number): Promise<void>;
  /** What the owner calls a letter. */
  label(kind: string): Promise<string>;
  /** Sends a letter again that a server refused; false when there is no such letter of that order. */
  again(letter: Pick<LetterRow, 'id' | 'order_id'>, recipient: string): Promise<boolean>;
}

interface LetterDeps {
  readonly scope: Pick<PluginScope, 'db' | 'mail' | 'registerJob' | 'enqueueJob' | 'completeJob' | 'addAction' | 'applyFilters' | 'getOption' | 'homeUrl' | 'adminUrl' | 'log' | '__' | 'locale' | 'consumeLetterLimit' | 'isEmail'>;
  readonly box: LetterBox;
  readonly store: Pick<OrderStore, 'find'>;
  readonly money: Money;
  readonly selling: SellingOptions;
  readonly names: OrderNames;
  /** Amounts of a currency that need not be the shop's. */
  amount(minor: number, currency: string): string;
  readonly registries: Pick<StoreRegistries, 'letters' | 'letterSections'>;
}

export function createLetters({ scope, box, store, money, selling, names, amount, registries }: LetterDeps): Letters {
  const registered = createRegisteredLetters(registries);

  scope.registerJob(JOB, async (payload) => {
    const { id } = payload as { id: number };
    const outcome = await deliver(id);
    // Whoever is at it may have died; then somebody must look once its lease is over.
    if (outcome === 'held') await scope.enqueueJob(JOB, { id }, { delaySeconds: LEASE_SECONDS });
    if (outcome === 'failed') throw new PlinthError('mail_not_sent', `Letter ${id} could not be sent.`, { kind: 'outage', cure: 'Look at the mail log for what the mail server said.' });
  });

  /** References of letters that went into the mail folder just now. */
  const filed = new Set<string>();
  scope.addAction('wp_mail_succeeded', ({ reference }: Mail, { state }: { state: string }) => {
    if (state === 'filed' && reference?.startsWith(`${JOB}:`)) filed.add(reference);
  }, 10, 2);

  /** Sends a letter that nobody else sends; `held` when somebody does, undefined when there is nothing left to send. */
  async function deliver(id: number): Promise<LetterOutcome | 'held' | undefined> {
    const row = await box.claim(id);
    if (row === null) return undefined;
    if (row === 'held') return row;
    const holding = setInterval(() => void box.hold(id).catch(() => undefined), (LEASE_SECONDS * 1000) / 3);
    holding.unref();
    let outcome: LetterOutcome = 'failed';
    let refusal = '';
    try {
      const isSent = await send(row);
      outcome = !isSent ? 'dropped' : filed.delete(referenceOf(id)) ? 'filed' : 'sent';
    } catch (error) {
      const { code = '', details: { words } = {} } = error instanceof PlinthError ? error : {};
      if (code === 'mail_refused') [outcome, refusal] = ['refused', typeof words === 'string' ? words : ''];
      else if (code !== 'mail_not_sent') scope.log.error('a letter could not be written', { id, kind: row.kind, error: error instanceof Error ? error.message : String(error) });
    } finally {
      clearInterval(holding);
    }
    await box.settle(id, outcome, refusal);
    return outcome;
  }

  /** Sends a letter; false when there is nobody it goes to. */
  async function send(row: LetterRow): Promise<boolean> {
    const order = row.order_id > 0 ? await store.find({ id: row.order_id }) : null;
    if (row.order_id > 0 && !order) return false;
    const to = order ? (await scope.applyFilters<readonly string[]>('store/mail_recipients', [row.recipient], row.kind, order)).filter((address) => address === row.recipient || scope.isEmail(address) !== false) : [row.recipient];
    if (to.length === 0) return false;
    const extra = (row.data === '' ? {} : JSON.parse(row.data)) as Partial<ContactMessage & PaymentProblem>;
    const site = await scope.getOption<string>('blogname', 'Plinth');
    const { kind } = row;
    const own = (): string => (isOwnLetter(kind) ? letterSubject(kind, { number: order?.number ?? '', name: extra.name ?? '', site }, scope) : '');
    const subject = async (): Promise<string> => {
      const text = isOwnLetter(kind) || !order ? own() : await registered.subject(kind, order);
      return order ? scope.applyFilters<string>('store/mail_subject', text, kind, order) : text;
    };
    await scope.mail({
      to, required: true, reference: referenceOf(row.id), subject, locale: row.locale, view: viewOf(kind),
      data: async () => ({ ...extra, paragraphs: extra.message?.split(/\n+/), kind, site, heading: await subject(), ...problemData(extra), ...(order ? await orderData(order, kind) : {}), accountUrl: scope.homeUrl('/account/'), lostPasswordUrl: scope.homeUrl('/wp-login.php?action=lostpassword') }),
      attachments: order ? await attachments(row.kind, order) : [],
      ...(row.kind === 'contact' && extra.email ? { replyTo: extra.email } : {}),
      ...(row.kind === 'new_order' && order ? { replyTo: order.billing.email } : {}),
    });
    return true;
  }

  async function orderData(order: OrderRecord, kind: string): Promise<object> {
    return {
      order: orderView(order, { money, words: scope, names }), ...(await registered.sections(kind, order)), ...(isOwnLetter(kind) ? {} : { body: await registered.body(kind, order) }),
      transfer: ['received', 'on-hold', 'pending'].includes(kind) ? await transferOf(order, selling) : null,
      shopUrl: scope.homeUrl('/shop/'),
      orderUrl: kind === 'new_order' || kind === 'payment_problem' || registered.isToShop(kind) ? scope.adminUrl(`admin.php?page=store-order&id=${order.id}`) : scope.homeUrl(`/order/${order.key}/`),
    };
  }

  function problemData({ paid, currency, due, method }: Partial<PaymentProblem>): object {
    if (paid === undefined || currency === undefined || due === undefined || method === undefined) return {};
    return { paid: () => amount(paid, currency), due: () => amount(due, currency), method: () => names.payment(method) };
  }

  const attachments = async (kind: string, order: OrderRecord): Promise<readonly MailAttachment[]> =>
    scope.applyFilters<readonly MailAttachment[]>('store/mail_attachments', [], kind, order);

  /**
   * Writes a letter down in the open transaction, and sends it once that is committed; one that a stranger may have caused
   * a day later, when its mailbox had enough today.
   */
  async function queue(letter: { orderId: number; kind: string; recipient: string; locale: string; data?: object }, { bounded = false } = {}): Promise<void> {
    await sendSoon(await box.put(letter), bounded ? letter.recipient : undefined);
  }

  /** @param counted whose mailbox the letter counts in */
  async function sendSoon(id: number, counted?: string): Promise<void> {
    const job = await scope.enqueueJob(JOB, { id }, { delaySeconds: SECOND_LOOK });
    const sendNow = async (): Promise<void> => {
      // Counted after the commit: what counts stands outside of the transaction, and a database in a file has one connection.
      if (counted !== undefined && !(await scope.consumeLetterLimit(counted)).allowed) {
        await scope.enqueueJob(JOB, { id }, { delaySeconds: HELD });
        return void (await scope.completeJob(job));
      }
      const outcome = await deliver(id);
      if (outcome !== 'failed' && outcome !== 'held') await scope.completeJob(job);
    };
    await scope.db.afterCommit(async () => {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => void (timer = setTimeout(resolve, PATIENCE_MS)));
      await Promise.race([sendNow().catch((error: unknown) => scope.log.error('a letter could not be sent', { id, error: String(error) })), patience]);
      clearTimeout(timer);
    });
  }

  const shopEmail = async (): Promise<string> => (await selling.read()).shopEmail || scope.getOption<string>('admin_email', '');
  const shopLocale = async (): Promise<string> => (await scope.getOption<string>('WPLANG', '')) || 'en_US';

  async function toRegistered(id: string, order: OrderRecord): Promise<void> {
    const isToShop = registered.isToShop(id);
    await queue({ orderId: order.id, kind: id, recipient: isToShop ? await shopEmail() : order.billing.email, locale: isToShop ? await shopLocale() : order.locale });
  }

  return {
    async alongside(moment, order) {
      for (const id of registered.due(moment)) await toRegistered(id, order);
    },
    async send(id, orderId) {
      const order = await store.find({ id: orderId });
      if (!order || !registries.letters.find(id)) throw new PlinthError('store_letter_unknown', order ? `There is no letter "${id}".` : `There is no order with the id ${orderId}.`, { status: 404, cure: 'Register the letter in the action store/booted, and give the id of an order.' });
      await toRegistered(id, order);
    },
    label: async (kind) => (isOwnLetter(kind) ? letterLabel(kind, scope) : registered.label(kind)),
    toCustomer: (kind, order) => queue({ orderId: order.id, kind, recipient: order.billing.email, locale: order.locale }),
    toShop: async (order) => queue({ orderId: order.id, kind: 'new_order', recipient: await shopEmail(), locale: await shopLocale() }),
    paymentProblem: async (order, problem) => queue({ orderId: order.id, kind: 'payment_problem', recipient: await shopEmail(), locale: await shopLocale(), data: problem }),
    newAccount: (email, locale) => queue({ orderId: 0, kind: 'new_account', recipient: email, locale }, { bounded: true }),
    accountTaken: (email, locale) => queue({ orderId: 0, kind: 'account_taken', recipient: email, locale }, { bounded: true }),
    contact: async (message) => queue({ orderId: 0, kind: 'contact', recipient: await shopEmail(), locale: await shopLocale(), data: message }),
    again: async (letter, recipient) => scope.db.transaction(async () => {
      const found = await box.readdress(letter, recipient);
      if (found) await sendSoon(letter.id);
      return found;
    }),
  };
}

function viewOf(kind: string): string {
  if (!isOwnLetter(kind)) return 'registered';
  switch (kind) {
    case 'new_order':
    case 'new_account':
    case 'account_taken':
    case 'contact':
    case 'payment_problem':
      return kind.replace('_', '-');
    default:
      return 'order';
  }
}
