/**
 * What is mutated, by which tests it is held, and how much of it is drawn: of a hundred statements so many.
 * @type {Readonly<Record<string, {mutate: readonly string[], tests: readonly string[], share: number}>>}
 */
export const ROOMS = {
  hooks: {
    // `recorded` holds one test for each script that tests/conformance runs.
    mutate: ['core/hooks/*.ts', '!core/hooks/index.ts'],
    tests: ['tests/hooks/*.test.ts', 'tests/hooks/recorded.ts'],
    share: 8,
  },
  plugins: {
    mutate: ['breakers', 'faults', 'failure-kind'].map((name) => `core/plugins/${name}.ts`),
    tests: ['breaker', 'failure-kind', 'fault-records', 'strikes'].map((name) => `tests/plugins/${name}.test.ts`),
    share: 60,
  },
  db: {
    mutate: ['lock', 'migrate', 'retry', 'outage', 'held-up', 'unhurried'].map((name) => `core/db/${name}.ts`),
    // What waits for whole seconds stays outside.
    tests: ['held-up', 'lock', 'migrate', 'outage', 'patience', 'unhurried'].map((name) => `tests/db/${name}.test.ts`),
    share: 50,
  },
  'sign-in': {
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
    mutate: [
      'plugins/store/stock/stock.ts',
      'plugins/store/stock/stock-status.ts',
      'plugins/store/changes/change-log.ts',
    ],
    tests: ['tests/store/stock.test.ts', 'tests/store/change-log.test.ts'],
    share: 100,
  },
  prices: {
    mutate: [
      'plugins/store/prices/price-tag.ts',
      'plugins/store/prices/price-words.ts',
      'plugins/store/money/currency.ts',
      ...['delivery-methods', 'method', 'payment-methods', 'totals'].map((name) => `plugins/store/selling/${name}.ts`),
    ],
    tests: ['tests/store/price-tag.test.ts', 'tests/store/currency.test.ts', 'tests/store/delivery-price.test.ts'],
    share: 100,
  },
  'place-order': {
    mutate: [
      'plugins/store/checkout/place-order.ts',
      'plugins/store/checkout/order-gate.ts',
      'plugins/store/orders/order-store.ts',
    ],
    tests: ['tests/store/place-order.test.ts', 'tests/store/order-gate.test.ts', 'tests/store/order-store.test.ts'],
    share: 100,
  },
  letters: {
    mutate: ['plugins/store/mails/letter-box.ts'],
    tests: ['tests/store/letter-box.test.ts'],
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
  boxes: {
    mutate: [
      ...['box', 'boxes', 'built-in', 'condition-references', 'text-versions'].map(
        (name) => `plugins/compliance/boxes/${name}.ts`,
      ),
      'plugins/compliance/forms/conditions.ts',
      'plugins/compliance/forms/consent-record.ts',
    ],
    tests: ['tests/compliance/form-boxes.test.ts', 'tests/compliance/stored-boxes.test.ts'],
    share: 100,
  },
  ledger: {
    mutate: ['plugins/compliance/omnibus/lowest-price.ts', 'plugins/compliance/omnibus/price-ledger.ts'],
    tests: ['tests/compliance/lowest-price.test.ts', 'tests/compliance/price-ledger.test.ts'],
    share: 100,
  },
  facets: {
    // Without the tests of the whole engine, which take longer for each mutant than all of these.
    mutate: ['bitset', 'count', 'dictionary', 'growing', 'match', 'number-column', 'pair-counts'].map(
      (name) => `plugins/facet/engine/${name}.ts`,
    ),
    tests: ['bitset', 'counting', 'dictionary', 'number-column', 'pair-counts'].map(
      (name) => `tests/facet/${name}.test.ts`,
    ),
    share: 10,
  },
};
