import {
  type ConsentCheckbox,
  CHECKBOX_LOCATIONS,
  type CheckboxConditions,
  isCheckboxLocation,
  isFreeConsent,
  NO_CONDITIONS,
} from '../../plugins/compliance/consents/checkbox.js';
import {
  BUILT_IN_CHECKBOXES,
  createVisibleCheckbox,
  textLanguage,
} from '../../plugins/compliance/consents/built-in.js';
import { createConditionReferences, isCountryCode } from '../../plugins/compliance/consents/condition-references.js';
import { createFormCheckboxes } from '../../plugins/compliance/forms/conditions.js';
import type { Catalog, FormContext } from '../../plugins/compliance/store/shop.js';
import {
  readAnswers,
  errorId,
  fieldId,
  fieldName,
  sectionId,
  getTextVersion,
} from '../../plugins/compliance/forms/consent-record.js';

const box = (changes: Partial<ConsentCheckbox> = {}): ConsentCheckbox => ({
  id: 7,
  slug: 'custom',
  isCustom: true,
  label: 'I agree.',
  required: true,
  location: 'checkout',
  enabled: true,
  position: 10,
  legalPageId: null,
  errorMessage: 'Please agree.',
  description: '',
  conditions: NO_CONDITIONS,
  translations: {},
  createdAt: '2028-02-29 12:00:00',
  updatedAt: '2028-02-29 12:00:00',
  ...changes,
});
const builtIn = (slug: string, changes: Partial<ConsentCheckbox> = {}): ConsentCheckbox => {
  const { label, error, required } = BUILT_IN_CHECKBOXES.find(
    (checkbox) => checkbox.slug === slug,
  ) as (typeof BUILT_IN_CHECKBOXES)[number];
  return box({ slug, isCustom: false, label, errorMessage: error, required, ...changes });
};
const form = (more: Partial<FormContext> = {}): FormContext => ({
  location: 'checkout',
  request: {} as FormContext['request'],
  categoryIds: [3, 1],
  productIds: [1],
  productTypes: ['physical'],
  country: 'PL',
  paymentMethod: 'transfer',
  submitted: false,
  ...more,
});
/** A shop with categories 1 to 9. */
const catalog = (): Catalog =>
  ({
    terms: async (taxonomy: string) =>
      taxonomy === 'product_cat' ? [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => ({ id })) : [],
  }) as unknown as Catalog;
/** The store's own payment methods and one added by a plugin. */
const paymentMethods = () => ['transfer', 'cod', 'acme_pay'].map((id) => ({ id, label: id }));
const ENGLISH_SITE = { locale: () => 'pl_PL', getSiteLanguages: () => ['en_US', 'pl_PL'] };
const inPolish = createVisibleCheckbox({ ...ENGLISH_SITE, __: (text: string) => `[pl] ${text}` });

describe('selection of consent checkboxes for a form', () => {
  const isSelected = async (
    conditions: Partial<CheckboxConditions>,
    context: Partial<FormContext> = {},
    shop: () => Catalog | undefined = catalog,
  ): Promise<boolean> => {
    const boxes = createFormCheckboxes({
      checkboxes: {
        listByLocation: async (location) =>
          location === 'checkout' ? [box({ conditions: { ...NO_CONDITIONS, ...conditions } })] : [],
      },
      settings: { values: async () => ({ text: () => 'required' }) as never },
      conditionReferences: createConditionReferences(shop, paymentMethods),
      toVisibleCheckbox: (checkbox) => ({ ...checkbox, labels: [checkbox.label], language: '' }),
      getExceptions: async () => new Map([[1, 13]]),
      getSeller: async () => 'Acme',
    });
    return (await boxes.listVisible(form(context))).length === 1;
  };

  it.each<[string, boolean, Partial<CheckboxConditions>, Partial<FormContext>]>([
    ['without conditions', true, {}, {}],
    [
      'without conditions, with an empty cart',
      true,
      {},
      { categoryIds: [], productTypes: [], country: '', paymentMethod: '' },
    ],
    ['for a category in the cart', true, { categories: [1] }, {}],
    ['for two categories, one of them in the cart', true, { categories: [9, 3] }, {}],
    ['for a category not in the cart', false, { categories: [9] }, {}],
    ['for a category, with an empty cart', false, { categories: [9] }, { categoryIds: [] }],
    ['for two product types, one of them in the cart', true, { product_types: ['digital', 'physical'] }, {}],
    ['for a product type not in the cart', false, { product_types: ['digital'] }, {}],
    ['for the customer’s country', true, { countries: ['DE', 'PL'] }, {}],
    ['for another country', false, { countries: ['DE'] }, {}],
    ['for a country, while the customer’s is unknown', true, { countries: ['DE'] }, { country: '' }],
    ['for the chosen payment method', true, { payment_methods: ['cod', 'transfer'] }, {}],
    [
      'for the chosen payment method of a plugin',
      true,
      { payment_methods: ['acme_pay'] },
      { paymentMethod: 'acme_pay' },
    ],
    ['for an unchosen payment method of a plugin', false, { payment_methods: ['acme_pay'] }, {}],
    ['for an unchosen payment method', false, { payment_methods: ['cod'] }, {}],
    ['for a payment method, before one is chosen', true, { payment_methods: ['cod'] }, { paymentMethod: '' }],
    ['for a matching category and a matching country', true, { categories: [1], countries: ['PL'] }, {}],
    ['for a matching category and another country', false, { categories: [1], countries: ['DE'] }, {}],
    [
      'for another product type and the chosen payment method',
      false,
      { product_types: ['digital'], payment_methods: ['transfer'] },
      {},
    ],
  ])('shows a checkbox %s: %s', async (_name, expected, conditions, context) => {
    expect(await isSelected(conditions, context)).toBe(expected);
  });

  it.each<[string, boolean, Partial<CheckboxConditions>]>([
    ['category', true, { categories: [77] }],
    ['category beside an existing one not in the cart', true, { categories: [9, 77] }],
    ['country', true, { countries: ['XX'] }],
    ['payment method', true, { payment_methods: ['gold'] }],
    ['kind', true, { product_types: ['ethereal'] }],
    ['category, unless another condition hides it', false, { categories: [77], countries: ['DE'] }],
  ])('shows the checkbox when its condition names a missing %s: %s', async (_name, expected, conditions) => {
    expect(await isSelected(conditions)).toBe(expected);
  });

  it('shows a checkbox with a category condition while the store is missing', async () => {
    expect(await isSelected({ categories: [9] }, {}, () => undefined)).toBe(true);
    expect(await isSelected({ countries: ['DE'] }, {}, () => undefined)).toBe(false);
  });

  const selectedBoxes = async (
    mode: string,
    boxes: readonly ConsentCheckbox[],
    location = 'checkout',
  ): Promise<(readonly [number, boolean])[]> => {
    const formCheckboxes = createFormCheckboxes({
      checkboxes: { listByLocation: async () => boxes },
      settings: {
        values: async () => ({ text: (key: string) => (key === 'digital_consent_mode' ? mode : '') }) as never,
      },
      conditionReferences: createConditionReferences(catalog, paymentMethods),
      toVisibleCheckbox: inPolish,
      getExceptions: async () => new Map([[1, 13]]),
      getSeller: async () => 'Acme',
    });
    return (await formCheckboxes.listVisible(form({ location: location as FormContext['location'] }))).map(
      ({ id, required }) => [id, required],
    );
  };

  it('asks for the digital waiver only where a product’s right of withdrawal ends with the supply', async () => {
    const shown = async (exceptions: ReadonlyMap<number, number>): Promise<number> => {
      const boxes = createFormCheckboxes({
        checkboxes: { listByLocation: async () => [builtIn('digital_waiver')] },
        settings: { values: async () => ({ text: () => 'required' }) as never },
        conditionReferences: createConditionReferences(catalog, paymentMethods),
        toVisibleCheckbox: inPolish,
        getExceptions: async () => exceptions,
        getSeller: async () => '',
      });
      return (await boxes.listVisible(form({}))).length;
    };
    expect([await shown(new Map([[1, 0]])), await shown(new Map([[1, 3]])), await shown(new Map())]).toEqual([0, 0, 0]);
    expect(
      await shown(
        new Map([
          [1, 0],
          [2, 13],
        ]),
      ),
    ).toBe(1);
  });

  it('requires the digital waiver by its setting, and others by their own row', async () => {
    const boxes = [
      builtIn('terms', { id: 1 }),
      builtIn('digital_waiver', { id: 2, required: true }),
      builtIn('marketing', { id: 3 }),
    ];
    expect(await selectedBoxes('required', boxes)).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
    expect(await selectedBoxes('optional', boxes)).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
    expect(await selectedBoxes('hidden', boxes)).toEqual([
      [1, true],
      [3, false],
    ]);
  });

  it('shows none in a form that is no known location', async () => {
    const boxes = [builtIn('terms', { id: 1 })];
    for (const location of ['checkout', 'registration', 'contact', 'pay_for_order', 'review'])
      expect([location, (await selectedBoxes('required', boxes, location)).length]).toEqual([location, 1]);
    for (const location of ['newsletter', '', 'Checkout'])
      expect([location, (await selectedBoxes('required', boxes, location)).length]).toEqual([location, 0]);
  });
});

describe('references of checkbox conditions', () => {
  it('lists missing categories, countries, payment methods and product types', async () => {
    const references = createConditionReferences(catalog, paymentMethods);
    expect(
      await references.findMissing({
        categories: [1, 77, 9, 78],
        countries: ['PL', 'XX', 'EU'],
        payment_methods: ['transfer', 'gold', 'cod'],
        product_types: ['physical', 'ethereal', 'digital'],
      }),
    ).toEqual({
      categories: ['77', '78'],
      countries: ['XX', 'EU'],
      payment_methods: ['gold'],
      product_types: ['ethereal'],
    });
    expect(await references.findMissing(NO_CONDITIONS)).toEqual({
      categories: [],
      countries: [],
      payment_methods: [],
      product_types: [],
    });
    expect(
      await createConditionReferences(() => undefined, paymentMethods).findMissing({
        ...NO_CONDITIONS,
        categories: [1],
      }),
    ).toMatchObject({ categories: ['1'] });
  });

  it('reads no categories when no condition names one', async () => {
    let readCount = 0;
    const counting = createConditionReferences(() => {
      readCount++;
      return catalog();
    }, paymentMethods);
    await counting.findMissing({ ...NO_CONDITIONS, countries: ['PL'] });
    expect(readCount).toBe(0);
  });

  it('accepts only two-letter codes of existing countries', () => {
    for (const code of ['PL', 'DE', 'XK', 'GB']) expect([code, isCountryCode(code)]).toEqual([code, true]);
    for (const code of [
      'EU',
      'EZ',
      'UN',
      'QO',
      'XA',
      'XB',
      'ZZ',
      'XX',
      'pl',
      'POL',
      'P',
      '',
      '616',
      'PL ',
      ' PL',
      '!!',
    ])
      expect([code, isCountryCode(code)]).toEqual([code, false]);
  });
});

describe('recognition of a checked checkbox', () => {
  const termsBox = inPolish(builtIn('terms', { id: 7 }));
  const english = builtIn('terms').label;
  const readAnswer = (sent: string, boxes = [termsBox]): ReturnType<typeof readAnswers> =>
    readAnswers(boxes, {
      request: { field: (name: string) => (name === 'legal_box_7' ? sent : '') } as FormContext['request'],
    });

  it('accepts the label hash in any built-in language and records that label', () => {
    expect(termsBox.labels).toHaveLength(3);
    for (const label of termsBox.labels)
      expect(readAnswer(getTextVersion({ label }))).toEqual([
        { checkbox: { ...termsBox, label }, checked: true, outdated: false },
      ]);
    expect(termsBox.labels).toContain(english);
  });

  it.each([
    '',
    '1',
    'on',
    'true',
    'yes',
    getTextVersion({ label: 'x' }).slice(0, 15),
    `${getTextVersion({ label: english })} `,
    getTextVersion({ label: english }).toUpperCase(),
    `x${getTextVersion({ label: english })}`,
    `${getTextVersion({ label: english })}0`,
    'g'.repeat(16),
    english,
  ])('treats %j as unchecked', (sent) => {
    expect(readAnswer(sent)).toEqual([{ checkbox: termsBox, checked: false, outdated: false }]);
  });

  it('reports the hash of an outdated label', () => {
    expect(readAnswer(getTextVersion({ label: 'What stood there before.' }))).toEqual([
      { checkbox: termsBox, checked: false, outdated: true },
    ]);
  });

  it('reads only the field of its own checkbox', () => {
    const other = { ...termsBox, id: 8 };
    expect(
      readAnswer(getTextVersion(termsBox), [termsBox, other]).map(({ checkbox: { id }, checked }) => [id, checked]),
    ).toEqual([
      [7, true],
      [8, false],
    ]);
  });

  it('uses the first sixteen hex digits of the label’s SHA-256', () => {
    expect(getTextVersion({ label: 'a' })).toBe('ca978112ca1bbdca');
    expect(getTextVersion({ label: 'b' })).not.toBe(getTextVersion({ label: 'a' }));
  });

  it('derives field names and IDs from the checkbox ID and location', () => {
    expect([
      fieldName({ id: 7 }),
      fieldId({ id: 7 }),
      errorId({ id: 7 }),
      sectionId('checkout'),
      sectionId('contact'),
    ]).toEqual(['legal_box_7', 'legal-box-7', 'legal-box-7-error', 'legal-boxes-checkout', 'legal-boxes-contact']);
  });
});

describe('texts of a consent checkbox', () => {
  it('translates built-in texts, and accepts the label in every built-in language', () => {
    for (const { slug } of BUILT_IN_CHECKBOXES) {
      const shipped = builtIn(slug);
      const translated = inPolish(shipped);
      expect(translated.label).toMatch(/^\[pl\] I .+\.$/);
      expect(translated.labels).toEqual([translated.label, shipped.label, translated.label.replace('[pl] ', '')]);
      expect(translated.errorMessage).toBe(shipped.errorMessage === '' ? '' : translated.errorMessage);
      expect(translated.errorMessage === '' || /^\[pl\] .+\.$/.test(translated.errorMessage)).toBe(true);
    }
    const labels = BUILT_IN_CHECKBOXES.map(({ slug }) => inPolish(builtIn(slug)).label);
    expect(new Set(labels).size).toBe(BUILT_IN_CHECKBOXES.length);
  });

  it('lists each label once when languages agree', () => {
    const source = createVisibleCheckbox({ ...ENGLISH_SITE, __: (text: string) => text });
    expect(source(builtIn('terms')).labels).toHaveLength(2);
  });

  it('keeps texts changed by the owner, each independently of the other', () => {
    const [label, message] = [
      inPolish(builtIn('terms', { label: 'Ours.' })),
      inPolish(builtIn('terms', { errorMessage: 'Ours.' })),
    ];
    expect([label.label, label.labels, label.errorMessage]).toEqual([
      'Ours.',
      ['Ours.'],
      '[pl] To order, please accept the terms of the shop.',
    ]);
    expect([message.label, message.labels.length, message.errorMessage]).toEqual([
      '[pl] I accept the terms of the shop.',
      3,
      'Ours.',
    ]);
  });

  it('identifies the language of built-in labels only', () => {
    expect(
      ['I accept the terms of the shop.', builtIn('terms').label, 'Ours.', builtIn('privacy').label].map((text) =>
        textLanguage('terms', text),
      ),
    ).toEqual(['en', 'pl', '', '']);
    expect(textLanguage('custom', 'I agree.')).toBe('');
  });

  it('names the seller in the marketing consent, and still identifies its language', async () => {
    const boxes = createFormCheckboxes({
      checkboxes: { listByLocation: async () => [builtIn('marketing')] },
      settings: { values: async () => ({ text: () => '' }) as never },
      conditionReferences: createConditionReferences(catalog, paymentMethods),
      toVisibleCheckbox: inPolish,
      getExceptions: async () => new Map(),
      getSeller: async () => 'Acme &amp; $1',
    });
    const [marketing] = await boxes.listVisible(form({}));
    expect(marketing?.label).toContain('commercial information from Acme &amp; $1 by email');
    expect(marketing?.labels.map((label) => textLanguage('marketing', label))).toEqual(['', 'pl', 'en']);
    expect(textLanguage('marketing', 'I agree to receive commercial information.')).toBe('');
  });

  it('identifies the language of consents that were given to texts of earlier versions', () => {
    expect([
      textLanguage(
        'marketing',
        'I agree to receive commercial information from Acme by e-mail. I can withdraw this consent at any time.',
      ),
      textLanguage('review_reminder', 'I agree to be reminded once by e-mail to write a review.'),
      textLanguage(
        'parcel_delivery',
        'I agree that my e-mail address and telephone number are passed on to the carrier, so that I am told about the parcel.',
      ),
    ]).toEqual(['en', 'en', 'en']);
  });

  it('shows the owner’s text in the language of the page, and accepts each of them', () => {
    const shown = inPolish(
      box({ translations: { pl_PL: { label: 'Zgadzam się.', errorMessage: '', description: 'Opis' } } }),
    );
    expect([shown.label, shown.errorMessage, shown.description, shown.language]).toEqual([
      'Zgadzam się.',
      'Please agree.',
      'Opis',
      '',
    ]);
    expect(shown.labels).toEqual(['I agree.', 'Zgadzam się.']);
  });

  it('leaves custom checkboxes untranslated, with the language of their text', () => {
    expect(inPolish(box())).toEqual({ ...box(), labels: ['I agree.'], language: 'en' });
  });

  it('treats only marketing and review reminders as free, never required consents', () => {
    expect(
      BUILT_IN_CHECKBOXES.filter(({ slug }) => isFreeConsent(slug)).map(({ slug, required }) => [slug, required]),
    ).toEqual([
      ['review_reminder', false],
      ['marketing', false],
    ]);
    expect([isFreeConsent('terms'), isFreeConsent('custom')]).toEqual([false, false]);
  });

  it('accepts only the five known locations', () => {
    for (const location of CHECKBOX_LOCATIONS)
      expect([location, isCheckboxLocation(location)]).toEqual([location, true]);
    expect([isCheckboxLocation(''), isCheckboxLocation('footer')]).toEqual([false, false]);
  });
});
