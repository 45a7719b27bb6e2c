import type { FrontRoute, PluginScope } from 'plinth';
import { REPORT_PATH } from '../pages/generator.js';
import type { Settings } from '../settings/settings.js';
import { caseUrl } from './declaration-urls.js';
import { createDeclarationForm } from './declaration-form.js';
import { createDefaultValues, TEXT_FIELD } from './declaration-input.js';
import type { Declarations } from './declarations.js';
import type { Receipts } from './receipts.js';
import type { ReportCases } from './report-cases.js';

export interface ReportFormDeps {
  readonly settings: Settings;
  readonly declarations: Declarations;
  readonly receipts: Receipts;
  readonly cases: ReportCases;
}

/** Public form for reporting illegal content (Regulation (EU) 2022/2065, art. 16). */
export function createReportForm(
  scope: PluginScope,
  { settings, declarations, receipts, cases }: ReportFormDeps,
): FrontRoute {
  const { __ } = scope;
  return createDeclarationForm(
    { scope, declarations, receipts },
    {
      kind: 'report',
      path: REPORT_PATH,
      isEnabled: async () => (await settings.values()).flag('dsa_enabled'),
      defaultValues: createDefaultValues(scope),
      validate: ({ url = '' }) =>
        url === '' || /^https?:\/\/\S+$/.test(url)
          ? []
          : [{ field: 'url', message: __('Enter the full URL, starting with https://.') }],
      fields: () => [
        {
          ...TEXT_FIELD,
          name: 'url',
          type: 'url',
          maxLength: 1000,
          hint: __('Copy it from your browser’s address bar.'),
        },
        { ...TEXT_FIELD, name: 'reason', type: 'textarea', maxLength: 5000 },
        {
          ...TEXT_FIELD,
          name: 'name',
          required: false,
          autocomplete: 'name',
          hint: __('Not required when you report child sexual abuse.'),
        },
        {
          ...TEXT_FIELD,
          name: 'email',
          type: 'email',
          required: false,
          autocomplete: 'email',
          maxLength: 254,
          hint: __('We will confirm receipt of your report and send our decision to this address.'),
        },
        {
          ...TEXT_FIELD,
          name: 'good_faith',
          type: 'checkbox',
          maxLength: 1,
          hint: __('I believe in good faith that the information I provide here is accurate and complete.'),
        },
      ],
      added: async ({ id, email, locale }) => void (await cases.open(id, 'reporter', { email, locale })),
      statusUrl: async ({ id }) => {
        const reportCase = await cases.find(id, 'reporter');
        return reportCase ? caseUrl(scope, reportCase.token) : '';
      },
      texts: () => ({
        title: __('Report illegal content'),
        intro: __(
          'Use this form to report content in this shop that you believe is illegal. Anyone can report; we review every report and reply to it.',
        ),
        review: __('Check your report before you send it.'),
        confirm: __('Send report'),
        done: __('Thank you. We have received your report.'),
      }),
    },
  );
}
