import type { CheckI18n } from './check-i18n.js';
import { type Check, goodFinding, PAGES_SCREEN, problemFinding } from './check.js';

/** A kind of clause that courts have held unlawful (Civil Code, art. 385³; register of prohibited clauses). */
interface ProhibitedClause {
  readonly id:
    'court' | 'refund' | 'liability' | 'changes' | 'damage_report' | 'return_refusal' | 'deadline' | 'photos';
  readonly pattern: RegExp;
}

const CLAUSES: readonly ProhibitedClause[] = [
  {
    id: 'court',
    pattern:
      /sąd\p{L}* (?:miejscowo )?właściw\p{L}* (?:dla|ze względu na) (?:siedzib|miejsc\p{L}* siedzib)\p{L}*|courts? (?:of|at) the seller[’']s (?:seat|registered office)/iu,
  },
  {
    id: 'refund',
    pattern:
      /nie (?:zwraca(?:my)?|podlega\p{L}* zwrotowi) (?:pieniędzy|kosztów|wpłat|ceny)|zwrot\p{L}*[^.]{0,60}(?:tylko|wyłącznie) w postaci (?:bonu|kuponu)|no refunds?\b|refunds? only as (?:a )?(?:voucher|store credit)/iu,
  },
  {
    id: 'liability',
    pattern:
      /nie (?:ponosi(?:my)?|odpowiada(?:my)?) (?:żadnej )?(?:odpowiedzialności )?za (?:wady|szkody|niezgodno\p{L}*|uszkodzeni\p{L}*)|(?:seller|we) (?:is|are) not liable for (?:any )?(?:defects|damage|lack of conformity)|wyłącza się (?:odpowiedzialność|rękojmię)/iu,
  },
  {
    id: 'changes',
    pattern:
      /zastrzega(?:my)?(?: sobie)? (?:prawo|możliwość) (?:do )?(?:jednostronnej )?zmian\p{L}* (?:cen|regulaminu|umowy) (?:w każdej chwili|bez (?:podania przyczyny|uprzedzenia|powiadomienia))|may change (?:prices|these terms) at any time without notice/iu,
  },
  {
    id: 'damage_report',
    pattern:
      /(?:reklamacj\p{L}*|zwrot\p{L}*)[^.]{0,80}(?:tylko|wyłącznie|jedynie)[^.]{0,60}(?:protok[oó]ł|oryginaln\p{L}* opakowani|paragon)|only (?:with|in) (?:the )?(?:original packaging|a receipt|a damage report)/iu,
  },
  {
    id: 'return_refusal',
    pattern:
      /nie przyjmuje(?:my)? (?:przesyłek|paczek|zwrotów|towar\p{L}*)[^.]{0,60}(?:pobraniem|bez (?:zgody|numeru))|returns? (?:require|need) (?:our )?(?:prior )?(?:consent|approval)/iu,
  },
  {
    id: 'deadline',
    pattern:
      /reklamacj\p{L}*[^.]{0,80}w terminie (?:30|21|60) dni|complaints?[^.]{0,80}within (?:21|30|60) days|odpowiad\p{L}*[^.]{0,60}(?:przez|w ciągu) (?:jednego|1) roku|liab\p{L}*[^.]{0,60}(?:one|1) year\b/iu,
  },
  {
    id: 'photos',
    pattern: /(?:nie stanowi\p{L}*|nie jest) ofert\p{L}* w rozumieniu/iu,
  },
];

/** Checks that no legal page contains a clause of the kinds that are prohibited in contracts with consumers. */
export function clausesCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;
  const names = (): Readonly<Record<ProhibitedClause['id'], string>> => ({
    court: __('it requires disputes to go to the court of the seller’s registered office'),
    refund: __('it excludes refunds'),
    liability: __('it excludes the seller’s liability'),
    changes: __('it allows changes without notice'),
    damage_report: __('it makes complaints or returns depend on a form, a receipt, or packaging'),
    return_refusal: __('it allows refusing returns'),
    deadline: __('it states a longer period for answers to complaints, or a shorter one of liability, than the law'),
    photos: __('it says that the shop’s offers are not binding'),
  });
  return {
    id: 'clauses',
    law: 'clauses',
    label: __('Prohibited clauses'),
    fix: PAGES_SCREEN,
    examines: ['legal'],
    run({ view }) {
      const problems = view.findPages('legal').flatMap(({ body, location }) =>
        CLAUSES.flatMap(({ id, pattern }) => {
          const clause = pattern.exec(body.text)?.[0];
          return clause === undefined ? [] : [__('%1$s: %2$s (“%3$s”).', location, names()[id], clause)];
        }),
      );
      return problems.length === 0
        ? goodFinding(__('No legal page contains a clause of the prohibited kinds that were searched for.'))
        : problemFinding('missing', problems, __('Remove the clause.'), i18n);
    },
  };
}
