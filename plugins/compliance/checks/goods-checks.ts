import type { PluginScope } from 'plinth';
import { unprovenClaim } from '../product/green-claims.js';
import { missingSafety, safetyOf } from '../product/safety.js';
import type { Catalogue } from '../store/catalogue.js';
import type { SettingValues } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import type { CheckResult } from './check.js';

const BATCH = 500;
const MAX_PRODUCTS = 20_000;
const SAMPLE = 3;
const ENOUGH = 0.8;

/** Goes through the products: safety data by rule, and environmental claims without evidence. */
export async function checkGoods({ scope, clock, catalogue }: { scope: Pick<PluginScope, '__' | '_n'>; clock: Clock; catalogue(): Catalogue | undefined }, values: SettingValues): Promise<CheckResult[]> {
  const { __ } = scope;
  const today = clock.day();
  const gaps: string[] = [];
  const claims: string[] = [];
  let seen = 0;
  for (let after = 0; seen < MAX_PRODUCTS; ) {
    const records = (await catalogue()?.records(after, BATCH)) ?? [];
    for (const record of records) {
      if (missingSafety(safetyOf(record)).length > 0) gaps.push(record.name);
      const word = unprovenClaim(record, today);
      if (word !== '') claims.push(`${record.name} (${word})`);
    }
    seen += records.length;
    const last = records.at(-1);
    if (!last || records.length < BATCH) break;
    after = last.id;
  }
  const sample = (names: readonly string[]): string => names.slice(0, SAMPLE).join(', ');
  const fix = 'admin.php?page=store-products';
  const results: CheckResult[] = [];
  const safety = { id: 'safety', label: __('Product safety'), law: 'safety' as const, fix };
  if (!values.flag('gpsr_enabled')) results.push({ ...safety, state: 'off', seen: __('Switched off in the settings.'), cure: __('Switch it on, unless the duty does not concern you.') });
  else if (gaps.length === 0) results.push({ ...safety, state: 'good', seen: __('%s of %s products are complete.', seen, seen), cure: '' });
  else {
    const complete = seen - gaps.length;
    results.push({ ...safety, state: complete / seen >= ENOUGH ? 'good' : 'advice', seen: __('%1$s of %2$s products are complete; not: %3$s.', complete, seen, sample(gaps)), cure: __('Fill in manufacturer and, outside the EU, the responsible person.') });
  }
  const green = { id: 'green_claims', label: __('Environmental claims'), law: 'claims' as const, fix };
  if (!values.flag('greenwashing_enabled')) results.push({ ...green, state: 'off', seen: __('Switched off in the settings.'), cure: __('Switch it on, unless the duty does not concern you.') });
  else if (claims.length === 0) results.push({ ...green, state: 'good', seen: __('No general claim without evidence.'), cure: '' });
  else results.push({ ...green, state: 'advice', seen: scope._n('%1$d product claims something without valid evidence: %2$s.', '%1$d products claim something without valid evidence: %2$s.', claims.length, claims.length, sample(claims)), cure: __('Enter the evidence, or change the words.') });
  return results;
}
