import type { PluginScope } from 'plinth';
import type { Box } from '../boxes/box.js';
import type { Boxes } from '../boxes/boxes.js';
import type { ConditionReferences } from '../boxes/condition-references.js';
import { REPORT_PATH, WITHDRAWAL_PATH } from '../pages/generator.js';
import type { LegalPage, LegalPages } from '../pages/legal-pages.js';
import type { LegalPageType } from '../pages/page-type.js';
import type { Catalogue } from '../store/catalogue.js';
import type { Settings, SettingValues } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import type { CheckResult } from './check.js';
import { checkGoods } from './goods-checks.js';
import { lookAtShop, type ShopPages } from './shop-pages.js';

interface CheckDeps {
  readonly scope: PluginScope;
  readonly settings: Settings;
  readonly boxes: Boxes;
  readonly references: ConditionReferences;
  readonly pages: LegalPages;
  readonly clock: Clock;
  catalogue(): Catalogue | undefined;
}

/** Looks at the shop as its visitors see it, and says what is there and what is missing. */
export interface Checks {
  run(): Promise<{ readonly live: boolean; readonly results: readonly CheckResult[] }>;
}

const ODR = /ec\.europa\.eu\/(?:consumers\/)?odr/i;
const PAYING = /zapłat|płac|\bpay/i;
const SETTINGS = 'admin.php?page=compliance-settings&group=';
const BOXES = 'admin.php?page=compliance-boxes';
const PAGES = 'admin.php?page=compliance-pages';

export function createChecks(deps: CheckDeps): Checks {
  const { scope, settings, boxes, references, pages } = deps;
  const { __ } = scope;
  const good = (id: string, label: string, law: CheckResult['law'], seen: string): CheckResult => ({ id, label, state: 'good', seen, cure: '', law, fix: '' });
  const off = (id: string, label: string, law: CheckResult['law'], fix: string): CheckResult => ({ id, label, state: 'off', seen: __('Switched off in the settings.'), cure: __('Switch it on, unless the duty does not concern you.'), law, fix });

  function seller(values: SettingValues): CheckResult {
    const missing = [['company_name', __('name')], ['company_address', __('address')], ['company_email', __('e-mail')]].filter(([key = '']) => values.text(key).trim() === '').map(([, word]) => word);
    const label = __('Who the seller is');
    return missing.length === 0 ? good('seller', label, 'seller', values.text('company_name')) : { id: 'seller', label, state: 'missing', seen: __('Not given: %s.', missing.join(', ')), cure: __('Write who sells.'), law: 'seller', fix: `${SETTINGS}general` };
  }

  function legalPage(type: LegalPageType, label: string, law: CheckResult['law'], listed: readonly LegalPage[], shop: ShopPages): CheckResult {
    const page = listed.find((one) => one.type === type);
    const missing = (seen: string, cure: string): CheckResult => ({ id: `page_${type}`, label, state: 'missing', seen, cure, law, fix: PAGES });
    if (!page) return missing(__('There is no such page.'), __('Generate it, read it and publish it.'));
    if (page.post.post_status !== 'publish') return missing(__('The page is a draft.'), __('Read it and publish it.'));
    if (ODR.test(page.post.post_content)) return { ...missing(__('It links to the ODR platform, which is closed.'), __('Remove the link.')), law: 'odr' };
    return shop.shop.includes(`href="${scope.escAttr(page.url)}"`) ? good(`page_${type}`, label, law, __('Published and linked in the shop.')) : missing(__('The shop has no link to it.'), __('Show the footer menu in the theme.'));
  }

  const shown = (html: string, { id }: Box): string => new RegExp(`<input[^>]*id="legal-box-${id}"[^>]*>`).exec(html)?.[0] ?? '';

  function formBoxes(place: string, label: string, html: string, all: readonly Box[], wanted: readonly string[]): CheckResult {
    const id = `boxes_${place}`;
    if (html === '') return { id, label, state: 'advice', seen: __('The form could not be opened.'), cure: __('Open it yourself: does it need a product in stock?'), law: 'consent', fix: BOXES };
    const here = all.filter((box) => box.location === place);
    const absent = wanted.filter((slug) => !here.some((box) => box.slug === slug && shown(html, box) !== ''));
    if (absent.length > 0) return { id, label, state: 'missing', seen: __('Not in the form: %s.', absent.join(', ')), cure: __('Switch the boxes on and look at their conditions.'), law: 'consent', fix: BOXES };
    if (here.some((box) => / checked/.test(shown(html, box)))) return { id, label, state: 'missing', seen: __('A box is ticked before anybody did.'), cure: __('Look which extension ticks it.'), law: 'consent', fix: BOXES };
    return good(id, label, 'consent', scope._n('%d box in the form, not ticked beforehand.', '%d boxes in the form, none of them ticked beforehand.', here.filter((box) => shown(html, box) !== '').length));
  }

  /** Boxes that are shown to everybody, since their conditions speak of what is gone. */
  async function conditions(all: readonly Box[]): Promise<CheckResult> {
    const label = __('Conditions of the boxes');
    const seen: string[] = [];
    for (const box of all.filter(({ enabled }) => enabled)) {
      const { categories, ...others } = await references.gone(box.conditions);
      const gone = [...categories.map((id) => __('category %s', id)), ...Object.values(others).flat()];
      if (gone.length > 0) seen.push(__('“%1$s” is limited by what is no longer there, and so is shown to everybody: %2$s.', scope.wpStripAllTags(box.label), gone.join(', ')));
    }
    return seen.length === 0
      ? good('box_conditions', label, 'consent', __('All that they speak of is there.'))
      : { id: 'box_conditions', label, state: 'advice', seen: seen.join(' '), cure: __('Open the box and choose its conditions anew.'), law: 'consent', fix: BOXES };
  }

  function button(html: string): CheckResult {
    const label = __('Words on the order button');
    const words = scope.wpStripAllTags(/<button[^>]*name="place_order"[^>]*>([\s\S]*?)<\/button>/.exec(html)?.[1] ?? '').trim();
    if (html !== '' && PAYING.test(words)) return good('button', label, 'button', words);
    const seen = html === '' || words === '' ? __('The form could not be opened.') : __('“%s” does not say that the order means paying.', words);
    return { id: 'button', label, state: html === '' ? 'advice' : 'missing', seen, cure: __('Write “Zamawiam z obowiązkiem zapłaty” or words as plain.'), law: 'button', fix: `${SETTINGS}checkout` };
  }

  function lowest(values: SettingValues, { product, reduced }: ShopPages): CheckResult {
    const label = __('Lowest price before a reduction');
    if (!values.flag('omnibus_enabled')) return off('lowest_price', label, 'lowest_price', `${SETTINGS}compliance`);
    if (!reduced) return good('lowest_price', label, 'lowest_price', __('Nothing is reduced at the moment.'));
    return product.includes('class="omnibus"')
      ? good('lowest_price', label, 'lowest_price', __('It stands on the page of a reduced product.'))
      : { id: 'lowest_price', label, state: 'missing', seen: __('The page of a reduced product does not tell it.'), cure: __('Switch it on for product pages. A product reduced since its first day has no earlier price.'), law: 'lowest_price', fix: `${SETTINGS}storefront` };
  }

  function entry(id: 'withdrawal' | 'report', label: string, on: boolean, path: string, form: string, shop: ShopPages): CheckResult {
    if (!on) return off(`form_${id}`, label, id, `${SETTINGS}compliance`);
    const linked = shop.shop.includes(`href="${scope.escAttr(scope.homeUrl(path))}"`);
    if (form !== '' && linked) return good(`form_${id}`, label, id, __('The form opens and is linked in the shop.'));
    return { id: `form_${id}`, label, state: 'missing', seen: linked ? __('The form does not open.') : __('The shop has no link to it.'), cure: __('Show the footer menu in the theme.'), law: id, fix: '' };
  }

  function attached(values: SettingValues): CheckResult {
    const label = __('Terms and withdrawal with the confirmation of an order');
    return values.flag('attach_terms') && values.flag('attach_withdrawal')
      ? good('attachments', label, 'medium', __('Both go with the letter.'))
      : { id: 'attachments', label, state: 'advice', seen: __('Not both of them are attached.'), cure: __('Attach both, or put their text into the letter.'), law: 'medium', fix: `${SETTINGS}checkout` };
  }

  return {
    async run() {
      const [values, all, listed, shop] = [await settings.values(), await boxes.list(), await pages.list(), await lookAtShop(deps)];
      const results = [
        seller(values),
        legalPage('terms', __('Terms'), 'terms', listed, shop),
        legalPage('privacy', __('Privacy policy'), 'privacy', listed, shop),
        legalPage('withdrawal', __('Instruction on withdrawal'), 'withdrawal', listed, shop),
        formBoxes('checkout', __('Boxes at the checkout'), shop.checkout, all, ['terms', 'privacy', 'withdrawal']),
        formBoxes('registration', __('Boxes at the registration'), shop.registration, all, ['privacy']),
        formBoxes('contact', __('Boxes at the contact form'), shop.contact, all, ['privacy']),
        await conditions(all),
        button(shop.checkout),
        lowest(values, shop),
        entry('withdrawal', __('Withdrawal through the site'), values.flag('withdrawal_enabled'), WITHDRAWAL_PATH, shop.withdrawal, shop),
        entry('report', __('Report of illegal content'), values.flag('dsa_enabled'), REPORT_PATH, shop.report, shop),
        attached(values),
        ...(await checkGoods(deps, values)),
      ];
      return { live: shop.live, results };
    },
  };
}
