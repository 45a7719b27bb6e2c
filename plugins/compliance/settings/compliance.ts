import type { SettingDefinition } from './definition.js';

/** Settings for the legal obligations, each with a switch; the eight keys of `shop/v1`. */
export const COMPLIANCE: readonly SettingDefinition[] = [
  {
    key: 'omnibus_enabled',
    type: 'boolean',
    default: true,
    label: 'Lowest price before a reduction',
    help: 'Act of 9 May 2014 on price information, art. 4(2).',
  },
  {
    key: 'omnibus_days',
    type: 'integer',
    default: 30,
    min: 30,
    max: 365,
    label: 'Lowest-price period (days)',
    help: 'Days before the reduction. The law requires 30; a longer period is additional information only.',
  },
  {
    key: 'gpsr_enabled',
    type: 'boolean',
    default: true,
    label: 'Product safety',
    help: 'Manufacturer, responsible person, and warnings on product pages: Regulation (EU) 2023/988, art. 19.',
  },
  {
    key: 'withdrawal_enabled',
    type: 'boolean',
    default: true,
    label: 'Withdrawal from the contract',
    help: 'Two-step form with a link on every page: Directive 2011/83/EU, art. 11a.',
  },
  {
    key: 'withdrawal_days',
    type: 'integer',
    default: 14,
    min: 14,
    max: 365,
    label: 'Withdrawal period (days)',
    help: 'At least 14: Consumer Rights Act, art. 27.',
  },
  {
    key: 'dsa_enabled',
    type: 'boolean',
    default: true,
    label: 'Reports of illegal content',
    help: 'Report form with a link to it: Regulation (EU) 2022/2065, art. 16.',
  },
  {
    key: 'ksef_enabled',
    type: 'boolean',
    default: false,
    label: 'KSeF',
    help: 'Issue, number, and export structured FA(3) invoices for orders with a NIP. Sending them to KSeF requires another plugin.',
  },
  {
    key: 'greenwashing_enabled',
    type: 'boolean',
    default: true,
    label: 'Environmental (green) claims',
    help: 'Detects generic environmental claims in products: Directive (EU) 2024/825.',
  },
];
