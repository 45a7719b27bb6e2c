import { randomBytes } from 'node:crypto';
import { PlinthError, type PageRequest, type PluginScope } from 'plinth';
import type { Box } from '../boxes/box.js';
import { LABEL_HTML } from '../boxes/label.js';
import type { FormBoxes } from './conditions.js';
import type { ConsentRecord } from './consent-record.js';
import type { FormContext, FormError, FormSubject } from './store-form.js';
import { answersOf, type BoxAnswer, errorId, fieldId, fieldName, FORM_TOKEN, wordingOf } from './submitted-boxes.js';

export interface FormParts {
  readonly formBoxes: FormBoxes;
  readonly record: ConsentRecord;
}

/** Puts the boxes into the store's forms, refuses forms without a required one, and keeps the proof of what was agreed to. */
export function registerForms(scope: PluginScope, { formBoxes, record }: FormParts): void {
  const { __ } = scope;
  const refusals = new WeakMap<PageRequest, ReadonlyMap<number, string>>();

  scope.addFilter('store/form_fields', async (html: string, context: FormContext) => html + (await fields(context)), 10, 2);
  scope.addFilter('store/form_errors', async (errors: readonly FormError[], context: FormContext) => {
    const answers = answersOf(await formBoxes.of(context), context);
    const own = answers.flatMap((answer) => problem(answer));
    refusals.set(context.request, new Map(own.map(({ id, message }) => [id, message])));
    const all = [...errors, ...own.map(({ field, message }) => ({ field, message }))];
    if (all.length > 0) await record.refused(context, answers);
    return all;
  }, 10, 2);
  scope.addAction('store/form_accepted', async (context: FormContext, subject: FormSubject) => {
    const answers = answersOf(await formBoxes.of(context), context);
    if (answers.some((answer) => problem(answer).length > 0)) {
      throw new PlinthError('compliance_box_missing', 'A required box is empty, and the form went on regardless.', { cure: 'Whoever takes the form must ask store/form_errors first.', status: 409 });
    }
    await record.accepted(context, answers, subject);
  }, 10, 2);

  function problem({ box, ticked, outdated }: BoxAnswer): { id: number; field: string; message: string }[] {
    const message = outdated
      ? __('The words next to this box have changed meanwhile. Please read them and tick the box again.')
      : box.required && !ticked ? box.errorMessage.trim() || __('Please tick the box: %s', scope.wpStripAllTags(box.label)) : '';
    return message === '' ? [] : [{ id: box.id, field: fieldId(box), message }];
  }

  async function fields(context: FormContext): Promise<string> {
    const boxes = await formBoxes.of(context);
    if (boxes.length === 0) return '';
    scope.useAsset('compliance-forms');
    const answers = context.submitted ? answersOf(boxes, context) : [];
    const errors = refusals.get(context.request);
    const shown = [];
    for (const box of boxes) {
      const error = errors?.get(box.id) ?? '';
      const described = [box.description === '' ? '' : `${fieldId(box)}-hint`, error === '' ? '' : errorId(box)].filter((id) => id !== '').join(' ');
      shown.push({
        id: fieldId(box), name: fieldName(box), value: wordingOf(box), label: scope.wpKses(box.label, LABEL_HTML), required: box.required, description: box.description, described,
        // A tick stays only under the words it was made under.
        checked: answers.some((answer) => answer.box.id === box.id && answer.ticked && answer.box.label === box.label), error, errorId: errorId(box), page: await pageOf(box),
      });
    }
    return scope.render('forms/boxes', { boxes: shown, tokenName: FORM_TOKEN, token: randomBytes(16).toString('hex'), place: context.place });
  }

  /** The legal page a box speaks of, unless its label links somewhere already. */
  async function pageOf({ legalPageId, label }: Box): Promise<{ title: string; url: string } | null> {
    if (legalPageId === null || /<a\s/i.test(label)) return null;
    const page = await scope.getPost(legalPageId);
    if (page?.post_status !== 'publish') return null;
    const url = await scope.getPermalink(page);
    return url === false ? null : { title: page.post_title, url };
  }
}
