import { createAnchors, type Anchors } from '../../plugins/compliance/audit/anchors.js';
import { createConsentLog, type ConsentLog } from '../../plugins/compliance/consents/consents.js';
import { checkboxTables, consentPurpose, formTokens } from '../../plugins/compliance/database/checkbox-tables.js';
import { declarationEnd, declarationTables, flagColumn } from '../../plugins/compliance/database/declaration-tables.js';
import { contractTables } from '../../plugins/compliance/database/order-tables.js';
import { anchorTable, verifiedHead } from '../../plugins/compliance/database/record-tables.js';
import { createDeclarations, type Declarations } from '../../plugins/compliance/declarations/declarations.js';
import { createPersonalData } from '../../plugins/compliance/privacy/personal-data.js';
import { createClock } from '../../plugins/compliance/time/clock.js';
import { allEngines, type ScratchDatabase } from '../kit/databases.js';
import { withTables } from '../kit/tables.js';

const HOUR = 3_600_000;

describe.each(allEngines)('law 09 daily anchors of the record chains on %s', (engine) => {
  let scratch: ScratchDatabase;
  let now: number;
  let anchors: Anchors;
  let consents: ConsentLog;
  let declarations: Declarations;
  beforeEach(async () => {
    scratch = await withTables(engine, 'compliance', [
      checkboxTables,
      declarationTables,
      flagColumn,
      declarationEnd,
      formTokens,
      contractTables,
      consentPurpose,
      anchorTable,
      verifiedHead,
    ]);
    now = Date.UTC(2028, 1, 29, 12);
    const clock = createClock({ getOption: async <T>() => 'UTC' as T }, () => now);
    declarations = createDeclarations({ db: scratch.db, clock, audit: { record: async () => undefined } });
    consents = createConsentLog({ db: scratch.db, clock, doAction: () => undefined });
    anchors = createAnchors({ db: scratch.db, clock, declarations });
  });
  afterEach(() => scratch.drop());

  const agree = (email: string): Promise<void> =>
    consents.add([
      {
        checkboxId: 1,
        purpose: 'marketing',
        location: 'checkout',
        orderId: 7,
        userId: 0,
        email,
        accepted: true,
        labelVersion: 'a'.repeat(64),
        pageVersion: null,
        ip: '192.0.2.0',
      },
    ]);
  const declare = (email: string): Promise<unknown> =>
    declarations.add(
      { kind: 'withdrawal', email, orderId: 0, fields: { name: email }, locale: 'pl_PL', flag: '' },
      async () => undefined,
    );
  const table = () => scratch.db()('compliance_consents');

  it('are added once for new settled records, and know their hashes', async () => {
    expect(await anchors.add()).toBeUndefined();
    await agree('ewa@example.test');
    expect(await anchors.add()).toBeUndefined();
    now += 2 * HOUR;
    await agree('jan@example.test');
    const first = await anchors.add();
    expect(first?.consentsUntil).toBe(1);
    expect(await anchors.add()).toBeUndefined();
    await declare('ola@example.test');
    now += 2 * HOUR;
    const second = await anchors.add();
    expect([second?.consentsUntil, await anchors.verifyIncremental(), await anchors.newest()]).toEqual([2, [], second]);
    for (const hash of [first?.consents, second?.consents, second?.declarations])
      expect(await anchors.hasHash(hash ?? '')).toBe(true);
    for (const hash of ['', 'f'.repeat(64), `${first?.consents}0`])
      expect([hash, await anchors.hasHash(hash)]).toEqual([hash, false]);
  });

  it('detect a changed, deleted or altered consent, but tolerate an erasure', async () => {
    for (const email of ['ewa@example.test', 'jan@example.test', 'ola@example.test', 'iga@example.test'])
      await agree(email);
    now += 2 * HOUR;
    await anchors.add();
    const { erase } = createPersonalData({
      db: scratch.db,
      declarations,
      cases: { erase: async () => 0, listByEmail: async () => [] },
      readOrder: async () => null,
      bouncedEmails: { remove: async () => undefined, findByObjects: async () => [] },
      findAccount: async () => 0,
    });
    await erase('jan@example.test');
    expect(await anchors.verifyIncremental()).toEqual([]);
    const rows = await table().orderBy('id');
    const expectedBreaks = [{ record: 'consents', brokenAt: 4 }];
    await table().where({ id: 2 }).update({ created_at: '2028-02-29 12:00:01' });
    expect(await anchors.verifyIncremental()).toEqual(expectedBreaks);
    await table().where({ id: 2 }).update({ created_at: rows[1]?.created_at });
    expect(await anchors.verifyIncremental()).toEqual([]);
    for (const id of [4, 2]) {
      await table().where({ id }).delete();
      expect([id, await anchors.verifyIncremental()]).toEqual([id, expectedBreaks]);
      await table().insert(rows[id - 1] ?? {});
      expect([id, await anchors.verifyIncremental()]).toEqual([id, []]);
    }
    await table().where({ id: 3 }).update({ accepted: 0 });
    expect(await anchors.verifyIncremental()).toEqual(expectedBreaks);
  });

  it('verify fully on command, incrementally otherwise, and detect missing rows and anchors', async () => {
    for (const email of ['ewa@example.test', 'jan@example.test', 'ola@example.test']) await agree(email);
    now += 2 * HOUR;
    await anchors.add();
    expect(await anchors.verify()).toEqual([]);
    const [first] = await table().orderBy('id');
    const [anchor] = await scratch.db()('compliance_anchors');
    const expectedBreaks = [{ record: 'consents', brokenAt: 3 }];
    // Incremental verification does not hash it again; it reports the break after the daily full verification, until the row is restored.
    await table().where({ id: 1 }).update({ accepted: 0 });
    expect([await anchors.verifyIncremental(), await anchors.verify(), await anchors.verifyIncremental()]).toEqual([
      [],
      expectedBreaks,
      expectedBreaks,
    ]);
    await table().where({ id: 1 }).update({ accepted: 1 });
    expect([await anchors.verifyIncremental(), await anchors.verify(), await anchors.verifyIncremental()]).toEqual([
      [],
      [],
      [],
    ]);
    await table().where({ id: 1 }).delete();
    expect(await anchors.verifyIncremental()).toEqual(expectedBreaks);
    await table().insert(first ?? {});
    await scratch.db()('compliance_anchors').delete();
    expect([await anchors.verifyIncremental(), await anchors.verify(), await anchors.verifyIncremental()]).toEqual([
      expectedBreaks,
      expectedBreaks,
      expectedBreaks,
    ]);
    await scratch
      .db()('compliance_anchors')
      .insert(anchor ?? {});
    expect([await anchors.verifyIncremental(), await anchors.verify()]).toEqual([[], []]);
    await agree('iga@example.test');
    now += 2 * HOUR;
    await anchors.add();
    await table().where({ id: 4 }).update({ created_at: '2028-02-29 12:00:01' });
    expect(await anchors.verifyIncremental()).toEqual([{ record: 'consents', brokenAt: 4 }]);
  });

  it('detect a declaration chain rewritten from its beginning', async () => {
    await declare('ewa@example.test');
    const anchor = await anchors.add();
    await scratch.db()('compliance_declarations').delete();
    await scratch.db()('compliance_declaration_end').update({ declaration_id: 0, hash: '' });
    await declare('eva@example.test');
    expect([
      await declarations.findBroken(),
      await anchors.verifyIncremental(),
      await anchors.hasHash(anchor?.declarations ?? ''),
    ]).toEqual([undefined, [{ record: 'declarations', brokenAt: 0 }], true]);
  });
});
