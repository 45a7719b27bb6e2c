import {
  type HookApi,
  type PersonalDataErasers,
  type PersonalDataExporters,
  PlinthError,
  type PluginScope,
} from 'plinth';
import type { PersonalData } from './personal-data.js';
import { findSpellings } from './spellings.js';

type CommandScope = Pick<PluginScope, 'addCommand' | 'isEmail' | '__' | '_n' | 'audit' | 'db'> &
  Pick<HookApi, 'applyFilters'>;

/** Maximum number of pages per source, for sources that never report completion. */
const MAX_PAGES = 1000;
/** Printed in separate columns. */
const OWN_SOURCE = 'compliance';

/** `compliance export` and `compliance erase`: same as the personal data screens, for all sources at once. */
export function registerPrivacyCommands(scope: CommandScope, { personalData }: { personalData: PersonalData }): void {
  function parseEmail([email = '']: readonly string[]): string {
    if (scope.isEmail(email) === false)
      throw new PlinthError(
        'compliance_address_invalid',
        scope.__('Enter a full email address, such as name@example.com.'),
        { hint: 'plinth compliance export name@example.com', kind: 'refusal' },
      );
    return email;
  }
  /** Records an abbreviated address, since the audit log is kept after its erasure. */
  const recordAudit = (action: string, email: string): Promise<void> =>
    scope.audit.record(
      { action: `compliance.${action}`, subject: { kind: 'person', title: email.replace(/^(.).*(?=@)/, '$1…') } },
      { required: true },
    );

  async function fetchPages<A extends { readonly done: boolean }>(
    fetchPage: (page: number) => A | PromiseLike<A>,
    handlePage: (pageResult: A) => void,
  ): Promise<void> {
    for (let page = 1; page <= MAX_PAGES; page++) {
      const pageResult = await fetchPage(page);
      handlePage(pageResult);
      if (pageResult.done) return;
    }
  }

  scope.addCommand({
    name: 'compliance export <email>',
    description:
      'Print all data about a person: orders, emails, sessions, comments, consents, declarations and data of plugins.',
    async run(args, _options, output) {
      const email = parseEmail(args);
      await recordAudit('person_exported', email);
      const rows: Record<string, unknown>[] = [];
      for (const spelling of await findSpellings(email, scope.db)) rows.push(...(await personalData.export(spelling)));
      const exporters = await scope.applyFilters<PersonalDataExporters>('wp_privacy_personal_data_exporters', {});
      for (const [name, exporter] of Object.entries(exporters).filter(([id]) => id !== OWN_SOURCE)) {
        await fetchPages(
          (page) => exporter.callback(email, page),
          ({ data }) => {
            for (const item of data)
              rows.push({
                kind: name,
                time: '',
                form: item.group_label,
                answer: item.item_id,
                text: item.data.map((field) => `${field.name}: ${field.value}`).join('; '),
                ip: '',
              });
          },
        );
      }
      output.rows(rows, ['kind', 'time', 'form', 'answer', 'text', 'ip']);
    },
  });
  scope.addCommand({
    name: 'compliance erase <email>',
    description: "Erase a person's data that the site is not required by law to keep, and report what is retained.",
    async run(args, _options, output) {
      const email = parseEmail(args);
      await recordAudit('person_erased', email);
      const erasers = await scope.applyFilters<PersonalDataErasers>('wp_privacy_personal_data_erasers', {});
      const allMessages = new Set<string>();
      let removed = 0;
      for (const eraser of Object.values(erasers)) {
        await fetchPages(
          (page) => eraser.callback(email, page),
          ({ items_removed, messages }) => {
            removed += Number(items_removed);
            for (const message of messages) allMessages.add(message);
          },
        );
      }
      output.line(scope._n('%d row changed.', '%d rows changed.', removed));
      for (const message of allMessages) output.line(message);
    },
  });
}
