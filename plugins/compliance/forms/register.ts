import { PlinthError, type PageRequest, type PluginScope } from 'plinth';
import { type ConsentCheckbox, LABEL_HTML } from '../consents/checkbox.js';
import type { FormCheckboxes } from './conditions.js';
import {
  readAnswers,
  type CheckboxAnswer,
  type ConsentRecord,
  errorId,
  fieldId,
  fieldName,
  sectionId,
  getTextVersion,
} from './consent-record.js';
import type { LegalPages } from '../pages/legal-pages.js';
import type { FormContext, FormError, FormSubject } from '../store/shop.js';
import { FORM_FIELD, type FormIdentity } from './form-identity.js';

interface FormDeps {
  readonly formCheckboxes: FormCheckboxes;
  readonly record: ConsentRecord;
  readonly identity: FormIdentity;
  readonly pages: Pick<LegalPages, 'inLanguage'>;
}

/** Adds the checkboxes to the store's forms, refuses forms without a required consent, and logs consents. */
export function registerForms(scope: PluginScope, { formCheckboxes, record, identity, pages }: FormDeps): void {
  const { __ } = scope;
  const refusals = new WeakMap<PageRequest, ReadonlyMap<number, string>>();

  scope.addFilter(
    'store/form_fields',
    async (html: string, context: FormContext) => html + (await renderFields(context)),
    10,
    2,
  );
  scope.addFilter(
    'store/form_errors',
    async (errors: readonly FormError[], context: FormContext) => {
      const answers = readAnswers(await formCheckboxes.listVisible(context), context);
      const checkboxErrors = answers.flatMap((answer) => findErrors(answer));
      refusals.set(context.request, new Map(checkboxErrors.map(({ id, message }) => [id, message])));
      const allErrors = [
        ...errors,
        ...foreignFormErrors(answers, context),
        ...checkboxErrors.map(({ field, message }) => ({ field, message })),
      ];
      if (allErrors.length > 0) await record.refused(context, answers);
      return allErrors;
    },
    10,
    2,
  );
  scope.addAction(
    'store/form_submitted',
    async (context: FormContext, subject: FormSubject) => {
      const answers = readAnswers(await formCheckboxes.listVisible(context), context);
      if (foreignFormErrors(answers, context).length > 0 || answers.some((answer) => findErrors(answer).length > 0)) {
        throw new PlinthError(
          'compliance_checkbox_not_found',
          'A required checkbox is not checked, or the form does not come from this site, but it was processed anyway.',
          { hint: 'Apply the filter store/form_errors before processing a form.', status: 409 },
        );
      }
      await record.accepted(context, answers, subject);
    },
    10,
    2,
  );

  /** Rejects a form with checkboxes that this site did not render: the text shown next to them is unknown. */
  function foreignFormErrors(answers: readonly CheckboxAnswer[], context: FormContext): FormError[] {
    if (answers.length === 0 || identity.readToken(context) !== '') return [];
    return [
      {
        field: sectionId(context.location),
        message: __(
          'These consents don’t come from the form on this page. Nothing is lost: please check them and send the form again.',
        ),
      },
    ];
  }

  function getErrorText({ checkbox, checked, outdated }: CheckboxAnswer): string {
    if (outdated)
      return __('The text next to this checkbox has changed. Please read it and select the checkbox again.');
    if (!checkbox.required || checked) return '';
    return checkbox.errorMessage.trim() || __('Select the checkbox: %s', scope.wpStripAllTags(checkbox.label));
  }

  function findErrors(answer: CheckboxAnswer): { id: number; field: string; message: string }[] {
    const { checkbox } = answer;
    const message = getErrorText(answer);
    return message === '' ? [] : [{ id: checkbox.id, field: fieldId(checkbox), message }];
  }

  async function renderFields(context: FormContext): Promise<string> {
    const checkboxes = await formCheckboxes.listVisible(context);
    if (checkboxes.length === 0) return '';
    scope.useAsset('compliance-forms');
    const answers = context.submitted ? readAnswers(checkboxes, context) : [];
    const errors = refusals.get(context.request);
    const checkboxViews = [];
    for (const checkbox of checkboxes) {
      const error = errors?.get(checkbox.id) ?? '';
      const described = [
        checkbox.description === '' ? '' : `${fieldId(checkbox)}-hint`,
        error === '' ? '' : errorId(checkbox),
      ]
        .filter((id) => id !== '')
        .join(' ');
      checkboxViews.push({
        id: fieldId(checkbox),
        name: fieldName(checkbox),
        value: getTextVersion(checkbox),
        label: scope.wpKses(checkbox.label, LABEL_HTML),
        language: checkbox.language,
        required: checkbox.required,
        description: checkbox.description,
        described,
        // Stays checked only under the text for which it was checked.
        checked: answers.some(
          (answer) => answer.checkbox.id === checkbox.id && answer.checked && answer.checkbox.label === checkbox.label,
        ),
        error,
        errorId: errorId(checkbox),
        page: await findPage(checkbox),
      });
    }
    return scope.render('forms/checkboxes', {
      boxes: checkboxViews,
      tokenName: FORM_FIELD,
      token: identity.createToken(context.location),
      id: sectionId(context.location),
    });
  }

  /** Returns the legal page that a checkbox refers to, unless its label already has a link. */
  async function findPage({ legalPageId, label }: ConsentCheckbox): Promise<{ title: string; url: string } | null> {
    if (legalPageId === null || /<a\s/i.test(label)) return null;
    const page = await pages.inLanguage(legalPageId, scope.locale());
    if (page?.post_status !== 'publish') return null;
    const url = await scope.getPermalink(page);
    return url === false ? null : { title: page.post_title, url };
  }
}
