import { type Mail, type MailAttachment, PlinthError, type PluginScope, utcText } from 'plinth';
import type { CustomerLetters } from '../orders/customer-letter.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import type { BuyerLetters } from '../payments/buyer-letters.js';
import type { OwnerLetters } from '../payments/owner-letters.js';
import type { SellingOptions } from '../selling/selling-settings.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import { LEASE_SECONDS, type LetterBox } from './letter-box.js';
import type { LetterOutcome, LetterRow } from './tables.js';
import { isOwnLetter, letterLabel, LETTERS_WITHOUT_ORDER } from './letter-kinds.js';
import type { LetterList } from './letter-list.js';
import type { AlertLetters } from './alert-letters.js';
import type { ReviewLetters } from './review-letters.js';
import type { ContactMessage, LetterExtra, LetterWriter } from './letter-writer.js';
import type { LetterChoice, LetterOptions } from './own-texts.js';
import type { RegisteredLetters } from './registered-letters.js';
import { sampleExtra, sampleOrder } from './sample-order.js';
import { withinPatience } from '../selling/patience.js';

const JOB = 'store/letter';
const referenceOf = (id: number): string => `${JOB}:${id}`;
/** Seconds after which the job looks whether a letter still lies there. */
const SECOND_LOOK = 120;
/** Seconds that a letter is held whose mailbox had enough of them today. */
const HELD = 86_400;
/** Milliseconds a request waits for the mail server before it goes on without. */
const PATIENCE_MS = 3000;

/** The store's letters: written down with what they are about, sent after the commit, tried again by a job. */
export interface Letters extends CustomerLetters, OwnerLetters, BuyerLetters, ReviewLetters, AlertLetters {
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
  /**
   * Sends a letter about a made up order, with texts that need not be saved, and waits for it.
   * @throws PlinthError `mail_refused` or `mail_not_sent`
   */
  test(
    kind: string,
    texts: LetterChoice['texts'],
    to: { readonly recipient: string; readonly locale: string },
  ): Promise<void>;
}

interface LetterDeps {
  readonly scope: Pick<
    PluginScope,
    | 'db'
    | 'mail'
    | 'registerJob'
    | 'enqueueJob'
    | 'completeJob'
    | 'addAction'
    | 'applyFilters'
    | 'getOption'
    | 'homeUrl'
    | 'adminUrl'
    | 'log'
    | '__'
    | 'locale'
    | 'consumeLetterLimit'
    | 'isEmail'
  >;
  readonly box: LetterBox;
  readonly store: Pick<OrderStore, 'find'>;
  readonly selling: Pick<SellingOptions, 'read'>;
  readonly registries: Pick<StoreRegistries, 'letters'>;
  readonly registered: RegisteredLetters;
  readonly choices: Pick<LetterOptions, 'read'>;
  readonly list: Pick<LetterList, 'required'>;
  readonly writer: LetterWriter;
  currency(): string;
}

export function createLetters({
  scope,
  box,
  store,
  selling,
  registries,
  registered,
  choices,
  list,
  writer,
  currency,
}: LetterDeps): Letters {
  scope.registerJob(JOB, async (payload) => {
    const { id } = payload as { id: number };
    const outcome = await deliver(id);
    // Whoever is at it may have died; then somebody must look once its lease is over.
    if (outcome === 'held') await scope.enqueueJob(JOB, { id }, { delaySeconds: LEASE_SECONDS });
    if (outcome === 'failed')
      throw new PlinthError('mail_not_sent', `Letter ${id} could not be sent.`, {
        kind: 'outage',
        cure: 'Look at the mail log for what the mail server said.',
      });
  });

  /** References of letters that went into the mail folder just now. */
  const filed = new Set<string>();
  scope.addAction(
    'wp_mail_succeeded',
    ({ reference }: Mail, { state }: { state: string }) => {
      if (state === 'filed' && reference?.startsWith(`${JOB}:`)) filed.add(reference);
    },
    10,
    2,
  );

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
      else if (code !== 'mail_not_sent')
        scope.log.error('a letter could not be written', {
          id,
          kind: row.kind,
          error: error instanceof Error ? error.message : String(error),
        });
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
    const to = order
      ? (await scope.applyFilters<readonly string[]>('store/mail_recipients', [row.recipient], row.kind, order)).filter(
          (address) => address === row.recipient || scope.isEmail(address) !== false,
        )
      : [row.recipient];
    if (to.length === 0) return false;
    const extra = (row.data === '' ? {} : JSON.parse(row.data)) as LetterExtra;
    await scope.mail({
      to,
      required: true,
      reference: referenceOf(row.id),
      locale: row.locale,
      ...writer({ kind: row.kind, order, extra, texts: (await choices.read(row.kind)).texts }),
      attachments: order ? await attachments(row.kind, order) : [],
      replyTo: await answersTo(row, order, extra),
      ...endingOf(extra),
    });
    return true;
  }

  /** How mail programs end what letters of a kind go on with (RFC 8058). */
  function endingOf({ alert, again }: LetterExtra): Pick<Mail, 'headers'> {
    const key = alert?.stop ?? again?.stop;
    return key === undefined
      ? {}
      : {
          headers: {
            'List-Unsubscribe': `<${scope.homeUrl(`/back-in-stock/${key}/stop/`)}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        };
  }

  /** Who gets the answer to a letter: the customer to those that the owner gets, the shop to all others. */
  async function answersTo({ kind }: LetterRow, order: OrderRecord | null, { email }: LetterExtra): Promise<string> {
    if (kind === 'contact' && email) return email;
    if (kind === 'new_order' && order) return order.billing.email;
    return (await selling.read()).shopEmail || (await scope.getOption<string>('admin_email', ''));
  }

  const attachments = async (kind: string, order: OrderRecord): Promise<readonly MailAttachment[]> =>
    scope.applyFilters<readonly MailAttachment[]>('store/mail_attachments', [], kind, order);

  /**
   * Writes a letter down in the open transaction, and sends it once that is committed; one that a stranger may have caused
   * a day later, when its mailbox had enough today. One that the owner switched off is not written.
   */
  async function queue(
    letter: { orderId: number; kind: string; recipient: string; locale: string; data?: object },
    { bounded = false } = {},
  ): Promise<void> {
    if (!(await choices.read(letter.kind)).enabled && (await list.required(letter.kind)) === '') return;
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
      await withinPatience(
        sendNow().catch((error: unknown) =>
          scope.log.error('a letter could not be sent', { id, error: String(error) }),
        ),
        PATIENCE_MS,
        undefined,
      );
    });
  }

  const shopEmail = async (): Promise<string> =>
    (await selling.read()).shopEmail || scope.getOption<string>('admin_email', '');
  const shopLocale = async (): Promise<string> => (await scope.getOption<string>('WPLANG', '')) || 'en_US';

  async function toRegistered(id: string, order: OrderRecord): Promise<void> {
    const isToShop = registered.isToShop(id);
    await queue({
      orderId: order.id,
      kind: id,
      recipient: isToShop ? await shopEmail() : order.billing.email,
      locale: isToShop ? await shopLocale() : order.locale,
    });
  }

  return {
    async alongside(moment, order) {
      for (const id of registered.due(moment)) await toRegistered(id, order);
    },
    async send(id, orderId) {
      const order = await store.find({ id: orderId });
      if (!order || !registries.letters.find(id))
        throw new PlinthError(
          'store_letter_unknown',
          order ? `There is no letter "${id}".` : `There is no order with the id ${orderId}.`,
          { status: 404, cure: 'Register the letter in the action store/booted, and give the id of an order.' },
        );
      await toRegistered(id, order);
    },
    label: async (kind) => (isOwnLetter(kind) ? letterLabel(kind, scope) : registered.label(kind)),
    toCustomer: (kind, order) =>
      queue({ orderId: order.id, kind, recipient: order.billing.email, locale: order.locale }),
    toShop: async (order) =>
      queue({ orderId: order.id, kind: 'new_order', recipient: await shopEmail(), locale: await shopLocale() }),
    paymentProblem: async (order, problem) =>
      queue({
        orderId: order.id,
        kind: 'payment_problem',
        recipient: await shopEmail(),
        locale: await shopLocale(),
        data: problem,
      }),
    moneyBack: (order, back) =>
      queue({
        orderId: order.id,
        kind: 'money_back',
        recipient: order.billing.email,
        locale: order.locale,
        data: { back },
      }),
    newAccount: (email, locale) =>
      queue({ orderId: 0, kind: 'new_account', recipient: email, locale }, { bounded: true }),
    accountTaken: (email, locale) =>
      queue({ orderId: 0, kind: 'account_taken', recipient: email, locale }, { bounded: true }),
    newReview: async (review) =>
      queue({
        orderId: 0,
        kind: 'new_review',
        recipient: await shopEmail(),
        locale: await shopLocale(),
        data: { review },
      }),
    askForReviews: (order, asked) =>
      queue({
        orderId: order.id,
        kind: 'ask_review',
        recipient: order.billing.email,
        locale: order.locale,
        data: { asked },
      }),
    confirmAlert: (email, locale, alert) =>
      queue({ orderId: 0, kind: 'confirm_alert', recipient: email, locale, data: { alert } }, { bounded: true }),
    backInStock: (email, locale, again) =>
      queue({ orderId: 0, kind: 'back_in_stock', recipient: email, locale, data: { again } }),
    contact: async (message) =>
      queue({ orderId: 0, kind: 'contact', recipient: await shopEmail(), locale: await shopLocale(), data: message }),
    async test(kind, texts, { recipient, locale }) {
      const order = sampleOrder(locale, currency(), utcText());
      const letter = writer({
        kind,
        order: LETTERS_WITHOUT_ORDER.includes(kind) ? null : order,
        extra: sampleExtra(kind, order),
        texts,
      });
      await scope.mail({
        to: recipient,
        required: true,
        locale,
        ...letter,
        subject: async () => scope.__('Test: %s', await letter.subject()),
      });
    },
    again: async (letter, recipient) =>
      scope.db.transaction(async () => {
        const found = await box.readdress(letter, recipient);
        if (found) await sendSoon(letter.id);
        return found;
      }),
  };
}
