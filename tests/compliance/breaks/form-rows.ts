import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone, affecting, filter, writeToDatabase, style, theme } from './breaking.js';
import type { Row } from './row.js';
import { boxes, setting, view } from './shop-breaks.js';

const box = (what: string, seen: RegExp, change: (html: string) => string, check = 'boxes_checkout'): Row => [
  '',
  what,
  check,
  seen,
  boxes(change),
];
const LABEL = /(<label for="legal-box-\d+">)[\s\S]*?(<span class="legal-box__mark">)/;

const BOX_ROWS: readonly Row[] = [
  box('an extension bundles the newsletter with the terms', /another text than its setting/, (html) =>
    html.replace(LABEL, '$1Akceptuję regulamin i zgadzam się na newsletter. $2'),
  ),
  box('the label of a checkbox has two letters', /lost its text/, (html) => html.replace(LABEL, '$1OK $2')),
  box('an extension makes required checkboxes optional', /required checkbox is optional/, (html) =>
    html.replaceAll(/(legal-box-\d+"[^>]*) required/g, '$1'),
  ),
  box('an extension disables the checkboxes', /can’t be selected/, (html) =>
    html.replaceAll('type="checkbox" id="legal-box', 'type="checkbox" disabled id="legal-box'),
  ),
  box('the checkboxes link to other pages', /doesn’t link to the page/, (html) =>
    html.replaceAll(/(legal-box__page"><a href=")[^"]*/g, '$1/contact/'),
  ),
  box(
    'the contact form has no checkboxes',
    /Missing from the form/,
    (html) => html.replace(/<fieldset class="legal-boxes"[\s\S]*?<\/fieldset>/, ''),
    'boxes_contact',
  ),
  box(
    'a checkbox of the registration form is preselected',
    /preselected/,
    (html) => html.replaceAll('type="checkbox" id="legal-box', 'type="checkbox" checked id="legal-box'),
    'boxes_registration',
  ),
  box(
    'a checkbox of the contact form has no label',
    /lost its text/,
    (html) => html.replace(LABEL, '$1$2'),
    'boxes_contact',
  ),
  box('the checkboxes on English pages are in Polish', /different language|another text/, (html) =>
    html.replace(/(<label for="legal-box-\d+">)I (?:have read|accept)[^<]*/, '$1Akceptuję regulamin sklepu.'),
  ),
  [
    '',
    'the owner bundles the newsletter with the terms',
    'boxes_checkout',
    /also asks for a consent to advertising/,
    writeToDatabase('compliance_checkboxes', { slug: 'terms' }, () => ({
      label: 'Akceptuję regulamin i zgadzam się na newsletter.',
      translations: JSON.stringify({ en_US: { label: 'I accept the terms and agree to the newsletter.' } }),
    })),
  ],
  [
    '',
    'the owner writes another text of the privacy box',
    'boxes_contact',
    /texts of your own/,
    writeToDatabase('compliance_checkboxes', { slug: 'privacy', location: 'contact' }, () => ({
      label: 'Znam politykę prywatności tego sklepu.',
      translations: JSON.stringify({
        pl_PL: { label: 'Znam politykę prywatności tego sklepu.' },
        en_US: { label: 'I know the privacy policy of this shop.' },
      }),
    })),
    'unconfirmed',
  ],
  [
    '',
    'the terms checkbox has no page',
    'boxes_checkout',
    /doesn’t refer to the page/,
    writeToDatabase('compliance_checkboxes', { slug: 'terms' }, () => ({ legal_page_id: null })),
  ],
  [
    '',
    'the terms checkbox is turned off',
    'boxes_checkout',
    /Missing from the form/,
    setting('checkout', 'terms_checkbox_enabled', false),
  ],
  [
    '',
    'the privacy checkbox is turned off',
    'boxes_checkout',
    /Missing from the form/,
    setting('checkout', 'privacy_checkbox_enabled', false),
  ],
  [
    '',
    'the withdrawal checkbox is turned off',
    'boxes_checkout',
    /Missing from the form/,
    setting('checkout', 'withdrawal_checkbox_enabled', false),
  ],
  [
    '',
    'a plugin adds a preselected newsletter checkbox',
    'boxes_others',
    /preselected: Newsletter/,
    boxes((html) => `${html}<input type="checkbox" id="news" name="news" checked><label for="news">Newsletter</label>`),
  ],
  [
    '',
    'a plugin requires consent to its newsletter',
    'boxes_others',
    /voluntary consent is required: Newsletter/,
    boxes(
      (html) => `${html}<input type="checkbox" id="news" name="news" required><label for="news">Newsletter</label>`,
    ),
  ],
  [
    '',
    'a plugin adds a preselected paid extra',
    'boxes_others',
    /preselected: Gwarancja/,
    boxes(
      (html) =>
        `${html}<input type="checkbox" id="extra" name="extra" checked><label for="extra">Gwarancja plus 19 zł</label>`,
    ),
  ],
  [
    '',
    'a plugin preselects the newsletter as one of two options',
    'boxes_others',
    /preselected: Chcę newsletter/,
    boxes(
      (html) =>
        `${html}<input type="radio" id="news-yes" name="news" checked><label for="news-yes">Chcę newsletter</label>` +
        '<input type="radio" id="news-no" name="news"><label for="news-no">Nie chcę newslettera</label>',
    ),
  ],
  ['', 'the checkboxes are hidden', 'boxes_checkout', /Missing from the form/, style('.legal-boxes { display: none }')],
  [
    '',
    'the inputs of the checkboxes are invisible',
    'boxes_checkout',
    /Missing from the form|lost/,
    style('.legal-box input { visibility: hidden }'),
  ],
];

const BUTTON_ROWS: readonly Row[] = [
  'Zamów',
  'Złóż zamówienie',
  'Potwierdź',
  'Wyślij',
  'Dalej',
  'Przejdź do płatności',
  'Place order',
  'Confirm order',
  'Subscribe',
  'OK',
].map((text): Row => [
  '',
  `the order button says ${text}`,
  'button',
  new RegExp(`“${text}” doesn’t say`),
  affecting(
    'button',
    filter('store/order_button_text', () => text),
  ),
]);

const checkoutView = readFileSync(join(__dirname, '../../../plugins/store/views/checkout/checkout.hbs'), 'utf8');

const CHECKOUT_ROWS: readonly Row[] = [
  ['', 'the totals are hidden', 'order_summary', /doesn’t show the total/, style('.sum-line { display: none }')],
  [
    '',
    'the ordered products are hidden',
    'order_summary',
    /doesn’t show the ordered product/,
    style('.sum-lines { display: none }'),
  ],
  [
    '',
    'the whole summary is hidden',
    'order_summary',
    /doesn’t show a summary/,
    style('.checkout__sum { visibility: hidden }'),
  ],
  [
    '',
    'the delivery methods are hidden',
    'order_summary',
    /delivery methods/,
    style('#delivery-methods { display: none }'),
  ],
  [
    '',
    'the payment methods are hidden',
    'order_summary',
    /payment methods/,
    style('#payment-methods { display: none }'),
  ],
  [
    '',
    'the delivery cost is hidden',
    'order_summary',
    /delivery cost/,
    style('#checkout-sum > p.sum-line:not(.sum-line--total) { display: none }'),
  ],
  [
    '',
    'the total is white on white',
    'order_summary',
    /doesn’t show the total/,
    style(
      '.sum-line--total, .sum-line--total * { color: #fff !important } .checkout__sum { background: #fff !important }',
    ),
  ],
  [
    '',
    'the summary states a lower price of the products than is charged',
    'order_summary',
    /don’t add up to the total/,
    theme('bait', {
      'plugins/store/checkout/checkout.hbs': checkoutView.replace('<span>{{items}}</span>', '<span>1,00</span>'),
    }),
  ],
  [
    '',
    'the order button is hidden on phones',
    'button',
    /no button to place the order.* \(on a phone\)/s,
    style('@media (max-width: 30rem) { .checkout__buy { display: none } }'),
  ],
];

const formView = (id: string, change: (html: string) => string) =>
  theme(id, { 'plugins/compliance/declarations/form.hbs': change(view('declarations/form')) });
const receipt = (id: string, change: (html: string) => string) =>
  theme(id, { 'plugins/compliance/mail/declaration.hbs': change(view('mail/declaration')) });

const DECLARATION_ROWS: readonly Row[] = [
  [
    '',
    'the fields of the withdrawal form are hidden',
    'form_withdrawal',
    /doesn’t ask/,
    style('[name^="declaration_"] { display: none }'),
  ],
  [
    '',
    'the email field of the withdrawal form is hidden',
    'form_withdrawal',
    /doesn’t ask/,
    style('[name="declaration_email"] { visibility: hidden }'),
  ],
  [
    '',
    'a theme requires a reason for a withdrawal',
    'form_withdrawal',
    /requires more than the law allows: why/,
    alone(
      formView('curious', (html) =>
        html.replace(
          '<p class="declaration__buttons">',
          '<p><label for="why">Powód</label><input id="why" name="why" required></p><p class="declaration__buttons">',
        ),
      ),
    ),
  ],
  [
    '',
    'a theme empties the report form',
    'form_report',
    /doesn’t ask for everything/,
    alone(formView('noreport', () => '<h1>{{title}}</h1>')),
  ],
  [
    '',
    'the field for the reason is hidden',
    'form_report',
    /doesn’t ask for everything/,
    style('[name="declaration_reason"] { display: none }'),
  ],
  [
    '',
    'the checkbox for good faith is hidden',
    'form_report',
    /doesn’t ask for everything/,
    style('[name="declaration_good_faith"] { display: none }'),
  ],
  [
    '',
    'the button of the second step is hidden',
    'form_withdrawal',
    /no button to confirm/,
    style('.declaration__buttons { display: none }'),
  ],
  [
    '',
    'a theme omits the time from the receipt',
    'records',
    /is missing: date and time/,
    receipt('timeless', (html) => html.replaceAll('{{receivedAt}}', '')),
  ],
  [
    '',
    'a theme omits the content from the receipt',
    'records',
    /is missing: content/,
    receipt('contentless', (html) => html.replaceAll('{{this}}', '')),
  ],
  [
    '',
    'the withdrawal function is turned off',
    'form_withdrawal',
    /Turned off/,
    alone(setting('compliance', 'withdrawal_enabled', false)),
  ],
  [
    '',
    'product safety information is turned off',
    'safety',
    /Turned off/,
    alone(setting('compliance', 'gpsr_enabled', false)),
  ],
  [
    '',
    'the lowest price is turned off',
    'lowest_price',
    /without the lowest price|Turned off/,
    alone(setting('compliance', 'omnibus_enabled', false)),
  ],
  [
    '',
    'the confirmation of a report cannot be sent',
    'records',
    /confirmation/,
    writeToDatabase('compliance_declarations', { email: 'jan@example.test' }, () => ({ receipt_status: 'failed' })),
  ],
  [
    '',
    'the time of a declaration is changed',
    'records',
    /was changed/,
    writeToDatabase('compliance_declarations', { email: 'jan@example.test' }, () => ({
      created_at: '2026-01-01 00:00:00',
    })),
  ],
];

export const FORM_ROWS: readonly Row[] = [...BOX_ROWS, ...BUTTON_ROWS, ...CHECKOUT_ROWS, ...DECLARATION_ROWS];
