import type { RealShop } from './real-shop.js';

/** The customer of the test. */
export const PERSON = { email: 'zdzislawa.unikalna@example.test', password: 'a long password of hers' } as const;
export const LOGIN = PERSON.email;

/** One unique value per field. */
export const SEEDED = {
  firstName: 'Zdzisława-imię',
  lastName: 'Unikalna-nazwisko',
  bio: 'Biogram-unikalny',
  street: 'Sekretna-ulica 7',
  town: 'Sekretne-miasto',
  orderName: 'Zamawiająca-Unikalna',
  note: 'Uwaga-do-zamówienia-unikalna',
  draft: 'Miasto-z-brudnopisu',
  declarant: 'Odstępująca-Unikalna',
  report: 'Powód-zgłoszenia-unikalny',
  review: 'Opinia-unikalna',
  comment: 'Komentarz-unikalny',
  commentIp: '203.0.113.77',
  userAgent: 'Przegladarka-Unikalna/1.0',
  passkey: 'Klucz-telefonu-unikalny',
  appPassword: 'Program-unikalny',
  contactMessage: 'Wiadomosc-kontaktowa-unikalna',
  consentIp: '198.51.100.0',
  jobArgument: 'Argument-zadania-unikalny',
  refusal: 'Odpowiedz-serwera-unikalna',
  account: 'PL27114020040000300201355387',
} as const;

const NOW = '2026-11-20 10:00:00';
const LATER = '2036-11-20 10:00:00';

const inserterOf =
  ({ site }: RealShop) =>
  (table: string, row: object): Promise<unknown> =>
    site
      .db()(table as 'posts')
      .insert(row);

/** Adds two-factor methods to the account, so that a login needs a code. */
export async function furnishFactors(shop: RealShop): Promise<void> {
  const insert = inserterOf(shop);
  const { id: userId } = await shop.site.db()('users').where({ user_email: PERSON.email }).first<{ id: number }>('id');
  await insert('passkeys', {
    user_id: userId,
    credential_hash: 'h',
    credential_id: 'c',
    public_key: 'k',
    counter: 1,
    transports: '',
    name: SEEDED.passkey,
    created_at: NOW,
  });
  await insert('totp_secrets', { user_id: userId, secret: 's', last_step: 1, created_at: NOW });
}

/** Creates the person's account, and rows that pages would write. */
export async function furnishPerson(shop: RealShop, productId: number): Promise<void> {
  const { site } = shop;
  const userId = Number(
    await shop.inContext(() =>
      site.users.wpInsertUser({
        user_login: LOGIN,
        user_pass: PERSON.password,
        user_email: PERSON.email,
        first_name: SEEDED.firstName,
        last_name: SEEDED.lastName,
        description: SEEDED.bio,
        role: 'customer',
      }),
    ),
  );
  await shop.inContext(async () => {
    const post = Number(await site.content.wpInsertPost({ post_title: 'Talk', post_status: 'publish' }));
    await site.content.wpInsertComment({
      comment_post_id: post,
      comment_author: SEEDED.firstName,
      comment_author_email: PERSON.email,
      comment_author_ip: SEEDED.commentIp,
      comment_agent: SEEDED.userAgent,
      comment_content: SEEDED.comment,
      comment_approved: '1',
    });
    await site.passwords.createApplicationPassword(userId, { name: SEEDED.appPassword });
    await site.privacy.api.wpCreateUserRequest(PERSON.email, 'export_personal_data');
    await site.cron.enqueueJob('nobody/knows', { to: PERSON.email, text: SEEDED.jobArgument });
  });
  const insert = inserterOf(shop);
  await insert('store_wishlist_items', { user_id: userId, product_id: productId, variation_id: 0, created_at: NOW });
  await insert('store_back_in_stock', {
    product_id: productId,
    variation_id: 0,
    email: PERSON.email,
    locale: 'pl_PL',
    confirmed: true,
    confirm_key: 'c'.repeat(32),
    stop_key: 's'.repeat(32),
    created_at: NOW,
  });
  await insert('store_reviews', {
    product_id: productId,
    buyer: `u${userId}`,
    user_id: userId,
    order_id: 0,
    email: PERSON.email,
    name: SEEDED.firstName,
    stars: 5,
    title: '',
    content: SEEDED.review,
    search: SEEDED.review.toLowerCase(),
    status: 'approved',
    verified: false,
    reply: '',
    created_at: NOW,
    updated_at: NOW,
  });
  await insert('store_emails', {
    order_id: 0,
    kind: 'contact',
    recipient: 'sklep@example.test',
    locale: 'pl_PL',
    data: JSON.stringify({ email: PERSON.email, message: SEEDED.contactMessage }),
    state: 'refused',
    refusal: SEEDED.refusal,
    created_at: NOW,
    changed_at: NOW,
  });
  // A consent of the account under a previous email address.
  await insert('compliance_consents', {
    checkbox_id: 1,
    location: 'account',
    order_id: 0,
    user_id: userId,
    accepted: 1,
    label_version: '',
    page_version: '',
    ip: SEEDED.consentIp,
    created_at: NOW,
    email: 'dawny.adres@example.test',
    purpose: '',
    address: 'dawny.adres@example.test',
  });
  await insert('plugin_errors', {
    plugin: 'store',
    entry: 'page',
    code: 'x',
    message: `Duplicate entry '${PERSON.email}'.`,
    stack: '',
    count: 1,
    first_at: NOW,
    last_at: NOW,
  });
  await insert('sessions', {
    sid: 'a-visitor-who-mistyped',
    sess: JSON.stringify({ cookie: {}, values: { sign_in_name: PERSON.email } }),
    expired: LATER,
  });
  await insert('store_refunds', {
    order_id: 1,
    payment_id: 1,
    refund_key: 'r',
    amount: 100,
    reason: '',
    state: 'done',
    message: '',
    restock: false,
    account: SEEDED.account,
    part: '',
    created_at: NOW,
    updated_at: NOW,
  });
}
