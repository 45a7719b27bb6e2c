import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import type { CheckResult } from '../checks/check.js';
import { type LawRows, readLawRows } from '../checks/law-rows.js';
import { LAWS } from '../checks/law-table.js';
import type { LookJob } from '../checks/look-job.js';
import { countStates, type KeptLook, type Looks, scoreOf } from '../checks/looks.js';
import { stateText } from '../checks/register.js';
import type { Clock } from '../time/clock.js';
import type { Wizard } from '../wizard/wizard.js';
import { csvCell } from './csv-cell.js';
import { scoreChart } from './score-chart.js';
import { screenPath, SLUG } from './screen-path.js';

export interface OverviewParts {
  readonly lookJob: LookJob;
  readonly looks: Looks;
  readonly clock: Clock;
  readonly wizard: Wizard;
}

const ORDER = { missing: 0, advice: 1, off: 2, good: 3 } as const;
const TAG = { missing: 'critical', advice: 'recommended', off: 'draft', good: 'good' } as const;
const DRAWN_DAYS = 90;

/** What the shop says and what it still has to say, found out by opening its pages. */
export function overviewScreen(scope: PluginScope, { lookJob, looks, clock, wizard }: OverviewParts): AdminPage {
  const { __ } = scope;
  const inOrder = (results: readonly CheckResult[]): CheckResult[] =>
    [...results].sort((a, b) => ORDER[a.state] - ORDER[b.state]);

  /** Acts by their Polish names, as their sources have them; what is no act in the reader's language. */
  const actOf = (law: CheckResult['law'], laws: LawRows): { act: string; article: string; language: string } =>
    law === 'promise' && laws.promise.act === LAWS.promise.act
      ? { act: __('A promise of this plugin (shop/v1), no act'), article: '', language: '' }
      : { act: laws[law].act, article: laws[law].article, language: 'pl' };

  async function show(): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const [look, running, done, laws] = [
      await lookJob.current(),
      await lookJob.running(),
      await wizard.record(),
      await readLawRows(scope),
    ];
    const results = look?.results ?? [];
    const { missing, advice, good, off } = countStates(results);
    const days = await looks.scores(DRAWN_DAYS);
    const data = {
      live: look?.live ?? true,
      looked: look !== undefined,
      lookedAt: look ? await clock.local(look.at).then((at) => at.replace('T', ' ')) : '',
      running,
      large: await lookJob.isLarge(),
      checks: inOrder(results).map((result) => ({
        ...result,
        ...laws[result.law],
        ...actOf(result.law, laws),
        many: result.places.length > 1,
        tag: TAG[result.state],
        stateText: stateText(result.state, scope),
        fixUrl: result.fix === '' ? '' : scope.adminUrl(result.fix),
      })),
      missing,
      advice,
      good,
      score: scoreOf({ good, missing, advice }),
      off,
      chart:
        days.length > 1
          ? {
              ...scoreChart(days),
              text: __(
                'Score per day, from %1$s to %2$s; the numbers stand in the table below.',
                days[0]?.day ?? '',
                days.at(-1)?.day ?? '',
              ),
            }
          : null,
      fresh: done === undefined,
      wizardUrl: screenPath(SLUG.wizard),
      shopUrl: scope.homeUrl('/shop/'),
      jsonUrl: screenPath(SLUG.overview, { export: 'json' }),
      csvUrl: screenPath(SLUG.overview, { export: 'csv' }),
    };
    return { kind: 'page', title: __('Compliance'), view: 'admin/overview', data };
  }

  /** Everything as a file, each line with its act. */
  async function exported(type: 'json' | 'csv'): Promise<Reply> {
    const look = await lookJob.current();
    const [days, laws] = [await looks.scores(DRAWN_DAYS), await readLawRows(scope)];
    const headers = {
      'Content-Disposition': `attachment; filename="compliance-${clock.day()}.${type}"`,
      'X-Content-Type-Options': 'nosniff',
    };
    return type === 'json'
      ? {
          kind: 'body',
          type: 'application/json; charset=UTF-8',
          body: `${JSON.stringify(asJson(look, days, laws), null, 2)}\n`,
          headers,
        }
      : { kind: 'body', type: 'text/csv; charset=UTF-8', body: asCsv(look, laws), headers };
  }

  function asJson(look: KeptLook | undefined, days: readonly object[], laws: LawRows): object {
    const results = look?.results ?? [];
    const counts = countStates(results);
    return {
      site: scope.homeUrl('/'),
      looked_at_utc: look?.at ?? null,
      opened_pages: look?.live ?? false,
      score: scoreOf(counts),
      ...counts,
      checks: inOrder(results).map(({ id, label, state, seen, cure, places, law }) => ({
        id,
        label,
        state,
        seen,
        cure,
        places,
        law: {
          id: law,
          act: laws[law].act,
          article: laws[law].article,
          in_force: laws[law].since,
          last_verified: laws[law].verified,
        },
      })),
      days,
    };
  }

  function asCsv(look: KeptLook | undefined, laws: LawRows): string {
    const lines = [
      [
        'check',
        'label',
        'state',
        'seen',
        'cure',
        'places',
        'act',
        'article',
        'in_force',
        'last_verified',
        'looked_at_utc',
      ],
    ];
    for (const { id, label, state, seen, cure, places, law } of inOrder(look?.results ?? []))
      lines.push([
        id,
        label,
        state,
        seen,
        cure,
        places.join('\n'),
        laws[law].act,
        laws[law].article,
        laws[law].since,
        laws[law].verified,
        look?.at ?? '',
      ]);
    return `\ufeff${lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
  }

  async function handle(request: PageRequest): Promise<Reply> {
    if (request.method === 'POST') {
      await lookJob.begin();
      return { kind: 'redirect', location: screenPath(SLUG.overview), status: 303 };
    }
    const type = request.field('export');
    return type === 'json' || type === 'csv' ? exported(type) : show();
  }

  return {
    slug: SLUG.overview,
    title: () => __('Compliance'),
    capability: 'manage_shop',
    icon: 'shield',
    position: 29,
    handler: handle,
  };
}
