import { type ConsentCheckbox, NO_CONDITIONS } from '../../plugins/compliance/consents/checkbox.js';
import { type ConsentCheckboxes, createCheckboxes } from '../../plugins/compliance/consents/checkboxes.js';
import { BUILT_IN_CHECKBOXES } from '../../plugins/compliance/consents/built-in.js';
import { createTextVersions, hashText } from '../../plugins/compliance/consents/text-versions.js';
import { checkboxTables, checkboxTranslations } from '../../plugins/compliance/database/checkbox-tables.js';
import { createClock } from '../../plugins/compliance/time/clock.js';
import { allEngines, type ScratchDatabase } from '../kit/databases.js';
import { withTables } from '../kit/tables.js';

const TABLE = 'compliance_checkboxes';

describe.each(allEngines)('consent checkbox storage on %s', (engine) => {
  let scratch: ScratchDatabase;
  let boxes: ConsentCheckboxes;
  let now: number;
  let recorded: unknown[];
  const clock = createClock({ getOption: async <T>() => 'UTC' as T }, () => now);

  beforeAll(async () => {
    scratch = await withTables(engine, 'compliance', [checkboxTables, checkboxTranslations]);
  });
  afterAll(() => scratch.drop());
  beforeEach(async () => {
    await scratch.db()(TABLE).delete();
    await scratch.db()('compliance_text_versions').delete();
    [now, recorded] = [Date.UTC(2028, 1, 29, 12), []];
    boxes = createCheckboxes({ db: scratch.db, clock, audit: { record: async (entry) => void recorded.push(entry) } });
    await boxes.seed();
  });

  const known = async (slug: string, location = 'checkout'): Promise<ConsentCheckbox> =>
    (await boxes.list()).find((box) => box.slug === slug && box.location === location) as ConsentCheckbox;
  const rows = (): Promise<unknown[]> => scratch.db()(TABLE).orderBy('id');

  it('starts with the built-in checkboxes as shipped, one per location', async () => {
    const list = await boxes.list();
    expect(list).toHaveLength(BUILT_IN_CHECKBOXES.flatMap(({ locations }) => locations).length);
    for (const shipped of BUILT_IN_CHECKBOXES) {
      for (const location of shipped.locations) {
        expect(await known(shipped.slug, location)).toEqual({
          id: expect.any(Number) as number,
          slug: shipped.slug,
          isCustom: false,
          label: shipped.label,
          required: shipped.required,
          location,
          enabled: shipped.enabled,
          position: shipped.position,
          legalPageId: null,
          errorMessage: shipped.error,
          description: '',
          conditions: { ...NO_CONDITIONS, product_types: shipped.slug === 'digital_waiver' ? ['digital'] : [] },
          translations: {},
          createdAt: '2028-02-29 12:00:00',
          updatedAt: '2028-02-29 12:00:00',
        });
      }
    }
  });

  it('keeps the owner’s changes on a plugin update and recreates only missing ones', async () => {
    const { id } = await known('terms');
    await boxes.update(id, { label: 'Ours.', location: 'registration', enabled: false });
    await scratch
      .db()(TABLE)
      .where({ id: (await known('marketing')).id })
      .delete();
    const before = await boxes.list();
    now += 60_000;
    await boxes.seed();
    const after = await boxes.list();
    expect(after.filter((box) => before.some((storedBox) => storedBox.id === box.id))).toEqual(before);
    expect(
      after
        .filter((box) => !before.some((storedBox) => storedBox.id === box.id))
        .map(({ slug, location, createdAt }) => [slug, location, createdAt]),
    ).toEqual([['marketing', 'checkout', '2028-02-29 12:01:00']]);
  });

  it('lists by position, then age, and returns only enabled checkboxes of a location', async () => {
    const [terms, privacy, withdrawal] = [await known('terms'), await known('privacy'), await known('withdrawal')];
    await boxes.update(terms.id, { position: 50 });
    await boxes.update(privacy.id, { position: 50 });
    const listed = await boxes.list();
    expect(listed.map(({ position, id }) => [position, id])).toEqual(
      [...listed].sort((a, b) => a.position - b.position || a.id - b.id).map(({ position, id }) => [position, id]),
    );
    expect((await boxes.listByLocation('checkout')).map(({ id }) => id)).toEqual([withdrawal.id, terms.id, privacy.id]);
    await boxes.update(withdrawal.id, { enabled: false });
    await boxes.update(privacy.id, { location: 'review' });
    expect((await boxes.listByLocation('checkout')).map(({ id }) => id)).toEqual([terms.id]);
    expect((await boxes.listByLocation('review')).map(({ id }) => id)).toEqual([privacy.id]);
    expect((await boxes.listByLocation('contact')).map(({ slug }) => slug)).toEqual(['privacy']);
  });

  it('returns a checkbox by id and undefined for an unknown id', async () => {
    const terms = await known('terms');
    expect(await boxes.get(terms.id)).toEqual(terms);
    expect(await boxes.get(999_999)).toBeUndefined();
  });

  it('updates only the given fields and records old and new values in the log', async () => {
    const before = await known('terms');
    now += 60_000;
    await boxes.update(before.id, { label: 'Ours.', required: false, position: 15, legalPageId: 4 });
    expect(await boxes.get(before.id)).toEqual({
      ...before,
      label: 'Ours.',
      required: false,
      position: 15,
      legalPageId: 4,
      updatedAt: '2028-02-29 12:01:00',
    });
    // Neither unchanged fields nor the position appear, since they do not affect what is agreed to.
    expect(recorded).toEqual([
      {
        action: 'compliance.box_changed',
        subject: { kind: 'box', id: before.id, title: 'terms' },
        details: {
          changes: {
            label: { from: before.label, to: 'Ours.' },
            required: { from: 1, to: 0 },
            legal_page_id: { from: null, to: 4 },
          },
        },
      },
    ]);
    await boxes.update(before.id, {
      enabled: false,
      errorMessage: 'No.',
      description: 'Because.',
      location: 'contact',
      conditions: { ...NO_CONDITIONS, countries: ['PL'] },
      legalPageId: null,
    });
    expect(await boxes.get(before.id)).toMatchObject({
      label: 'Ours.',
      enabled: false,
      errorMessage: 'No.',
      description: 'Because.',
      location: 'contact',
      conditions: { ...NO_CONDITIONS, countries: ['PL'] },
      legalPageId: null,
    });
    expect(await boxes.list()).toHaveLength(BUILT_IN_CHECKBOXES.flatMap(({ locations }) => locations).length);
    await boxes.update(before.id, { required: true, enabled: true });
    expect(await boxes.get(before.id)).toMatchObject({ required: true, enabled: true });
  });

  it('logs nothing for empty, order-only or unchanged updates or unknown ids', async () => {
    const { id, label } = await known('terms');
    const before = await rows();
    now += 60_000;
    await boxes.update(id, {});
    await boxes.update(999_999, { label: 'Ours.' });
    expect(await rows()).toEqual(before);
    await boxes.update(id, { position: 77 });
    await boxes.update(id, { label });
    expect((await boxes.get(id))?.position).toBe(77);
    expect(recorded).toEqual([]);
  });

  it('rolls back an update that cannot be logged', async () => {
    const { id } = await known('terms');
    const before = await rows();
    const unlogged = createCheckboxes({
      db: scratch.db,
      clock,
      audit: { record: () => Promise.reject(new Error('no log')) },
    });
    await expect(unlogged.update(id, { label: 'Ours.' })).rejects.toThrow('no log');
    expect(await rows()).toEqual(before);
  });

  it('adds and removes the owner’s checkboxes, but never removes built-in ones', async () => {
    const id = await boxes.add({ label: 'Ours.', location: 'contact', required: true }, 'custom');
    expect(await boxes.get(id)).toEqual({
      id,
      slug: 'custom',
      isCustom: true,
      label: 'Ours.',
      required: true,
      location: 'contact',
      enabled: true,
      position: 200,
      legalPageId: null,
      errorMessage: '',
      description: '',
      conditions: NO_CONDITIONS,
      translations: {},
      createdAt: '2028-02-29 12:00:00',
      updatedAt: '2028-02-29 12:00:00',
    });
    const second = await boxes.add({ label: 'News.', location: 'checkout', enabled: false }, 'marketing');
    expect(await boxes.get(second)).toMatchObject({
      slug: 'marketing',
      isCustom: true,
      required: false,
      enabled: false,
    });
    expect(recorded).toEqual([
      {
        action: 'compliance.box_added',
        subject: { kind: 'box', id, title: 'custom' },
        details: { label: 'Ours.', location: 'contact' },
      },
      {
        action: 'compliance.box_added',
        subject: { kind: 'box', id: second, title: 'marketing' },
        details: { label: 'News.', location: 'checkout' },
      },
    ]);
    recorded.length = 0;
    expect(await boxes.remove(id)).toBe(true);
    expect(recorded).toEqual([
      {
        action: 'compliance.box_removed',
        subject: { kind: 'box', id, title: 'custom' },
        details: { label: 'Ours.', location: 'contact' },
      },
    ]);
    expect([await boxes.remove(id), await boxes.remove((await known('terms')).id)]).toEqual([false, false]);
    expect([await boxes.get(id), (await boxes.get(second))?.id, (await known('terms')).slug]).toEqual([
      undefined,
      second,
      'terms',
    ]);
    expect(recorded).toHaveLength(1);
  });

  it('links a legal page to its checkboxes where none was chosen', async () => {
    await boxes.update((await known('privacy', 'contact')).id, { legalPageId: 4 });
    await boxes.linkPage(['terms', 'privacy'], 9);
    const pages = Object.fromEntries(
      (await boxes.list()).map(({ slug, location, legalPageId }) => [`${slug} ${location}`, legalPageId]),
    );
    expect(pages).toMatchObject({
      'terms checkout': 9,
      'terms pay_for_order': 9,
      'privacy checkout': 9,
      'privacy registration': 9,
      'privacy contact': 4,
      'withdrawal checkout': null,
      'marketing checkout': null,
    });
  });

  it('switches only the checkout checkboxes from the settings, wherever they were moved', async () => {
    expect(await boxes.switches.read()).toEqual(
      Object.fromEntries(BUILT_IN_CHECKBOXES.map(({ slug, enabled }) => [slug, enabled])),
    );
    const terms = await known('terms');
    await boxes.update(terms.id, { location: 'review' });
    await boxes.add({ label: 'Ours.', location: 'checkout' }, 'custom');
    now += 60_000;
    await boxes.switches.write('terms', false);
    await boxes.switches.write('marketing', true);
    expect(await boxes.switches.read()).toEqual({
      ...Object.fromEntries(BUILT_IN_CHECKBOXES.map(({ slug, enabled }) => [slug, enabled])),
      terms: false,
      marketing: true,
    });
    expect(await boxes.get(terms.id)).toMatchObject({
      enabled: false,
      location: 'review',
      updatedAt: '2028-02-29 12:01:00',
    });
    expect([
      (await known('terms', 'pay_for_order')).enabled,
      (await known('marketing', 'registration')).enabled,
    ]).toEqual([true, false]);
  });

  it('stores each accepted text once under its hash with its first date', async () => {
    const versions = createTextVersions({ db: scratch.db, clock });
    const hash = await versions.save('label', 'Zgadzam się. 🐢');
    expect(hash).toBe(hashText('Zgadzam się. 🐢'));
    now += 60_000;
    expect(await versions.save('label', 'Zgadzam się. 🐢')).toBe(hash);
    expect(await versions.get(hash)).toEqual({
      hash,
      kind: 'label',
      content: 'Zgadzam się. 🐢',
      createdAt: '2028-02-29 12:00:00',
    });
    const page = await versions.save('page', 'Terms');
    expect(await versions.get(page)).toMatchObject({ kind: 'page', createdAt: '2028-02-29 12:01:00' });
    expect(await versions.get('0'.repeat(64))).toBeUndefined();
    expect(await scratch.db()('compliance_text_versions')).toHaveLength(2);
    expect(hashText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('stores a text once when two forms submit it concurrently', async () => {
    const versions = createTextVersions({ db: scratch.db, clock });
    const hashes = await Promise.all(Array.from({ length: 6 }, () => versions.save('label', 'New words.')));
    expect(new Set(hashes).size).toBe(1);
    expect(await scratch.db()('compliance_text_versions')).toHaveLength(1);
  });
});
