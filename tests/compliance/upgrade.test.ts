import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { migrate } from '../../core/db/index.js';
import { createScans } from '../../plugins/compliance/checks/scans.js';
import { createCheckboxes } from '../../plugins/compliance/consents/checkboxes.js';
import store from '../../plugins/store/plugin.js';
import { MIGRATIONS } from '../../plugins/compliance/database/migrations.js';
import { createClock } from '../../plugins/compliance/time/clock.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

const NEW = ['034_marketing_sender', '037_checkbox_translations', '038_scan_coverage'];
const BEFORE = MIGRATIONS.filter(({ id }) => !NEW.includes(id));

const FORMER = 'Zgadzam się na otrzymywanie informacji handlowych e-mailem. Zgodę można w każdej chwili wycofać.';
const OWN = 'Chcę dostawać nowości sklepu.';
const DAY = '2026-11-01';
const RESULTS = [
  {
    id: 'button',
    label: 'Order button text',
    law: 'button',
    state: 'good',
    description: '“Kupuję i płacę”',
    recommendation: '',
    places: [],
    fix: '',
    subjectHash: '',
  },
];

describe.each(allEngines)(
  'upgrade of a shop that never named a sender, a translation or a coverage on %s',
  (engine) => {
    let scratch: ScratchDatabase;
    const clock = createClock({ getOption: async <T>() => 'UTC' as T }, () => Date.UTC(2026, 10, 28, 12));

    beforeEach(async () => {
      scratch = await scratchDatabase(engine);
      await migrate(scratch.db, 'core', coreMigrations);
      await migrate(scratch.db, 'store', store.migrations ?? []);
      await migrate(scratch.db, 'compliance', BEFORE);
      const checkbox = {
        location: 'checkout',
        required: 0,
        enabled: 1,
        position: 10,
        error_message: '',
        description: '',
        conditions: '{}',
        created_at: '2026-01-01 00:00:00',
        updated_at: '2026-01-01 00:00:00',
      };
      await scratch
        .db()('compliance_checkboxes')
        .insert([
          { ...checkbox, seed_key: 'marketing:checkout', slug: 'marketing', label: FORMER },
          { ...checkbox, seed_key: 'marketing:registration', slug: 'marketing', label: OWN, location: 'registration' },
          { ...checkbox, seed_key: '', slug: 'own', label: FORMER, position: 20 },
        ] as never);
      await scratch
        .db()('compliance_scans')
        .insert({
          day: DAY,
          scanned_at: `${DAY} 03:00:00`,
          good: 1,
          confirmed: 0,
          unconfirmed: 0,
          missing: 0,
          advice: 0,
          switched_off: 0,
          live: 1,
          results: JSON.stringify(RESULTS),
        } as never);
    });
    afterEach(() => scratch.drop());

    const list = () => createCheckboxes({ db: scratch.db, clock, audit: { record: async () => undefined } }).list();
    const scans = () => createScans({ db: scratch.db, clock });

    it('applies the three migrations once, and again after an interrupted update', async () => {
      expect(await migrate(scratch.db, 'compliance', MIGRATIONS)).toEqual(
        MIGRATIONS.map(({ id }) => id).filter((id) => NEW.includes(id)),
      );
      expect(await migrate(scratch.db, 'compliance', MIGRATIONS)).toEqual([]);
      await scratch.db()('migrations').where({ owner: 'compliance' }).whereIn('id', NEW).delete();
      expect((await migrate(scratch.db, 'compliance', MIGRATIONS)).sort()).toEqual(NEW);
    });

    it('names the sender in the built-in marketing consent, and leaves texts of the owner as they are', async () => {
      await migrate(scratch.db, 'compliance', MIGRATIONS);
      const labels = Object.fromEntries(
        (await list()).map(({ slug, location, label }) => [`${slug} ${location}`, label]),
      );
      expect(labels).toEqual({
        'marketing checkout': expect.stringContaining('które wysyła {company}'),
        'marketing registration': OWN,
        'own checkout': FORMER,
      });
    });

    it('keeps checkboxes without translations, and takes some', async () => {
      await migrate(scratch.db, 'compliance', MIGRATIONS);
      const [first] = await list();
      expect(first?.translations).toEqual({});
      await scratch
        .db()('compliance_checkboxes')
        .where({ slug: 'own' })
        .update({ translations: JSON.stringify({ en_US: { label: 'News' } }) });
      expect((await list()).find(({ slug }) => slug === 'own')?.translations).toEqual({ en_US: { label: 'News' } });
    });

    it('keeps the scans, whose coverage is unknown, and stores that of the next one', async () => {
      await migrate(scratch.db, 'compliance', MIGRATIONS);
      expect(await scans().newest()).toEqual({
        scannedAt: `${DAY} 03:00:00`,
        live: true,
        results: RESULTS,
        coverage: { browser: '', pages: 0, rendered: 0, locales: [] },
      });
      const coverage = { browser: 'Chromium 140', pages: 40, rendered: 38, locales: ['pl_PL', 'en_US'] };
      await scans().save({ live: true, results: [], coverage });
      expect(await scans().newest()).toMatchObject({ coverage, results: [] });
      expect((await scans().scores(10)).map(({ day, good }) => [day, good])).toEqual([
        [DAY, 1],
        ['2026-11-28', 0],
      ]);
    });
  },
);
