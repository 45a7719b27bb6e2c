import type { PluginScope } from 'plinth';
import { PRUNE_ACCOUNTS } from '../accounts/register.js';
import type { RetentionMoment, RetentionRule } from '../contract/index.js';
import { PRUNE_PRICES } from '../omnibus/register.js';
import type { Settings } from '../settings/settings.js';
import type { OldRecords } from './old-records.js';

interface BuiltInRuleDeps {
  readonly scope: Pick<PluginScope, '__'>;
  readonly settings: Settings;
  readonly oldRecords: OldRecords;
  readonly removeUnusedAccounts: (moment: RetentionMoment) => Promise<number>;
}

/** Consumer claims expire after six years, at the end of the year: Civil Code, art. 118. */
const CLAIM_YEARS = 6;
/** Tort claims expire three years after they become known: Civil Code, art. 442¹. */
const TORT_YEARS = 3;
/** Sales documents: Tax Ordinance, art. 86(1), counted from the end of the year in which the tax was due. */
const TAX_YEARS = 5;
/** Nightly maintenance event of the core. */
const MAINTENANCE_EVENT = 'plinth_maintenance';
/** The shop's cleanup event for back-in-stock subscriptions, and their retention in days. */
const PRUNE_BACK_IN_STOCK = 'store/prune_back_in_stock';
const BACK_IN_STOCK_DAYS = 365;
/** Maximum lifetime of a session and its cart, in days: for users who stay logged in. */
const SESSION_DAYS = 14;

type Translate = PluginScope['__'];

/** Rules for records that serve as proof: retained until claims expire. */
function proofRules(__: Translate, old: OldRecords): readonly RetentionRule[] {
  const civilCode = (article: string) => (): string => __('Civil Code, art. %s', article);
  return [
    {
      id: 'consents',
      label: () => __('Consents: email, account, and IP address'),
      reason: () =>
        __(
          'They prove what was agreed to until claims expire. Active consents keep their personal data; the text and date are always kept.',
        ),
      legalBasis: civilCode('118'),
      period: () => ({ years: CLAIM_YEARS }),
      remove: ({ before }) => old.consents(before),
    },
    {
      id: 'withdrawals',
      label: () => __('Decided withdrawals: name, email, and text'),
      reason: () => __('They prove the withdrawal until claims expire. Undecided withdrawals are kept.'),
      legalBasis: civilCode('118'),
      period: () => ({ years: CLAIM_YEARS }),
      remove: ({ before }) => old.declarations(['withdrawal'], before),
    },
    {
      id: 'reports',
      label: () => __('Decided reports and appeals: name, email, and text'),
      reason: () => __('Appeals are possible for six months; claims of the people concerned expire after three years.'),
      legalBasis: () => __('Regulation (EU) 2022/2065, art. 20; Civil Code, art. 442¹'),
      period: () => ({ years: TORT_YEARS }),
      remove: ({ before }) => old.declarations(['report', 'appeal'], before),
    },
  ];
}

function accountRules(
  __: Translate,
  { settings, removeUnusedAccounts }: Pick<BuiltInRuleDeps, 'settings' | 'removeUnusedAccounts'>,
): readonly RetentionRule[] {
  return [
    {
      id: 'unused-accounts',
      label: () => __('Customer accounts without logins or orders'),
      reason: () =>
        __('An unused account no longer serves a purpose. We email the customer 30 days before. Purchases are kept.'),
      legalBasis: () => __('GDPR, art. 5(1)(e); the setting “Remove unused accounts after”'),
      async period() {
        const years = (await settings.values()).number('unused_account_years');
        return years > 0 ? { years } : null;
      },
      remove: removeUnusedAccounts,
    },
    {
      id: 'unconfirmed-accounts',
      label: () => __('Unconfirmed accounts'),
      reason: () => __('The person who typed the address may not be its owner.'),
      legalBasis: () => __('GDPR, art. 5(1)(e); the setting “Remove unconfirmed accounts after”'),
      event: PRUNE_ACCOUNTS,
      async period() {
        const values = await settings.values();
        return values.flag('double_opt_in_enabled') ? { days: values.number('double_opt_in_cleanup_days') } : null;
      },
    },
  ];
}

/** Rules for data stored by the shop. */
function shopRules(__: Translate, settings: Settings): readonly RetentionRule[] {
  return [
    {
      id: 'carts',
      label: () => __('Carts and sessions'),
      reason: () => __('A cart belongs to a visitor’s session, which expires two weeks after its last change.'),
      legalBasis: () => __('GDPR, art. 5(1)(e)'),
      period: () => ({ days: SESSION_DAYS }),
      event: MAINTENANCE_EVENT,
    },
    {
      id: 'stock-alerts',
      label: () => __('Email addresses for back-in-stock notifications'),
      reason: () =>
        __('They are deleted when the notification is sent; unconfirmed requests are deleted after three days.'),
      legalBasis: () => __('GDPR, art. 5(1)(e)'),
      period: () => ({ days: BACK_IN_STOCK_DAYS }),
      event: PRUNE_BACK_IN_STOCK,
    },
    {
      id: 'prices',
      label: () => __('Price history'),
      reason: () => __('They prove the lowest price before a reduction and contain no personal data.'),
      legalBasis: () => __('Act of 9 May 2014 on price information, art. 4(2)'),
      period: async () => ({ days: (await settings.values()).number('omnibus_prune_days') }),
      event: PRUNE_PRICES,
    },
    {
      id: 'orders',
      label: () => __('Orders and invoices'),
      reason: () =>
        __(
          'Sales documents must be kept, so nothing is deleted automatically. When a customer requests erasure, personal data is removed from older orders.',
        ),
      legalBasis: () => __('Tax Ordinance, art. 86(1); VAT Act, art. 112'),
      period: () => ({ years: TAX_YEARS }),
    },
  ];
}

/** Returns the built-in rules of the plugin. */
export function createBuiltInRules({
  scope: { __ },
  settings,
  oldRecords,
  removeUnusedAccounts,
}: BuiltInRuleDeps): readonly RetentionRule[] {
  return [
    ...proofRules(__, oldRecords),
    ...accountRules(__, { settings, removeUnusedAccounts }),
    ...shopRules(__, settings),
  ];
}
