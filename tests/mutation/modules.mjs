/**
 * Modules to mutate, with their tests. `share` is the percentage of statements that are mutated.
 * @type {Readonly<Record<string, {mutate: readonly string[], tests: readonly string[], share: number}>>}
 */
export const MODULES = {
  hooks: {
    // `recorded` contains one test per script of tests/conformance.
    mutate: ['core/hooks/*.ts', '!core/hooks/index.ts'],
    tests: ['tests/hooks/*.test.ts', 'tests/hooks/recorded.ts'],
    share: 8,
  },
  plugins: {
    mutate: ['breakers', 'plugin-errors', 'failure-kind'].map((name) => `core/plugins/${name}.ts`),
    tests: ['breaker', 'failure-kind', 'error-records', 'strikes'].map((name) => `tests/plugins/${name}.test.ts`),
    share: 60,
  },
  db: {
    mutate: ['lock', 'migrate', 'retry', 'outage', 'slow-database', 'no-timeout'].map((name) => `core/db/${name}.ts`),
    // Without tests that wait for seconds.
    tests: ['slow-database', 'lock', 'migrate', 'outage', 'timeouts', 'no-timeout'].map(
      (name) => `tests/db/${name}.test.ts`,
    ),
    share: 50,
  },
  login: {
    mutate: ['core/auth/nonces.ts', 'core/auth/login/reset-keys.ts', 'core/auth/login/limiter.ts'],
    tests: [
      'tests/auth/nonce.test.ts',
      'tests/auth/nonce-form.test.ts',
      'tests/auth/reset-keys.test.ts',
      'tests/auth/limiter.test.ts',
    ],
    share: 100,
  },
  stock: {
    mutate: ['plugins/store/stock/stock.ts', 'plugins/store/change-log/change-log.ts'],
    tests: ['tests/store/stock.test.ts', 'tests/store/change-log.test.ts'],
    share: 100,
  },
  prices: {
    mutate: [
      'plugins/store/prices/price-tag.ts',
      'plugins/store/prices/price-labels.ts',
      'plugins/store/money/currency.ts',
      ...['shipping-methods', 'method', 'payment-methods', 'totals'].map((name) => `plugins/store/commerce/${name}.ts`),
    ],
    tests: ['tests/store/price-tag.test.ts', 'tests/store/currency.test.ts', 'tests/store/delivery-price.test.ts'],
    share: 100,
  },
  'place-order': {
    mutate: [
      'plugins/store/checkout/place-order.ts',
      'plugins/store/checkout/order-throttle.ts',
      'plugins/store/orders/order-store.ts',
    ],
    tests: ['tests/store/place-order.test.ts', 'tests/store/order-throttle.test.ts', 'tests/store/order-store.test.ts'],
    share: 100,
  },
  outbox: {
    mutate: ['plugins/store/emails/outbox.ts'],
    tests: ['tests/store/outbox.test.ts'],
    share: 100,
  },
  declarations: {
    mutate: [
      'plugins/compliance/declarations/declarations.ts',
      'plugins/compliance/withdrawal/window.ts',
      'plugins/compliance/declarations/known-orders.ts',
    ],
    tests: ['tests/compliance/declaration-chain.test.ts', 'tests/compliance/withdrawal-window.test.ts'],
    share: 100,
  },
  checkboxes: {
    mutate: [
      ...['checkbox', 'checkboxes', 'built-in', 'condition-references', 'text-versions'].map(
        (name) => `plugins/compliance/consents/${name}.ts`,
      ),
      'plugins/compliance/forms/conditions.ts',
      'plugins/compliance/forms/consent-record.ts',
    ],
    tests: ['tests/compliance/form-checkboxes.test.ts', 'tests/compliance/stored-checkboxes.test.ts'],
    share: 100,
  },
  'price-history': {
    mutate: ['plugins/compliance/omnibus/lowest-price.ts', 'plugins/compliance/omnibus/price-history.ts'],
    tests: ['tests/compliance/lowest-price.test.ts', 'tests/compliance/price-history.test.ts'],
    share: 100,
  },
  facets: {
    // Without the tests of the whole engine, which take longer per mutant than all of these.
    mutate: ['bitset', 'count', 'dictionary', 'growable-array', 'match', 'number-column', 'pair-counts'].map(
      (name) => `plugins/facet/engine/${name}.ts`,
    ),
    tests: ['bitset', 'counting', 'dictionary', 'number-column', 'pair-counts'].map(
      (name) => `tests/facet/${name}.test.ts`,
    ),
    share: 10,
  },
};
