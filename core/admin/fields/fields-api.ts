import {
  type Field,
  type FieldBox,
  type FieldsApi,
  type FieldSection,
  type FieldValues,
  PlinthError,
} from '../../api/index.js';
import { checkFields, type FieldsDeps, toFieldValue, validateApiValue, readFields } from '../../fields/index.js';
import { type RenderFieldsDeps, listFieldErrors } from './render-fields.js';
import { renderBoxes, fieldsIn } from './entry-fields.js';

/**
 * Creates the API for fields in the forms of plugins: those added to their entities and those of their registries.
 * @param boxes returns all field boxes
 */
export function createFieldsApi(deps: RenderFieldsDeps & FieldsDeps, boxes: () => readonly FieldBox[]): FieldsApi {
  const sectionsOf = (on: string | readonly FieldSection[]): readonly FieldSection[] =>
    typeof on === 'string' ? boxes().filter((box) => box.objectType === on) : on;
  const resolveValues = (fields: readonly Field[], values: Readonly<Record<string, unknown>>): FieldValues =>
    Object.fromEntries(
      fields.map((field) => [
        field.key,
        toFieldValue(field, Object.hasOwn(values, field.key) ? values[field.key] : field.default),
      ]),
    );
  return {
    fieldsOn: (on) => fieldsIn(sectionsOf(on)),
    validateFields(fields) {
      try {
        checkFields(fields, 'its settings');
        return '';
      } catch (error) {
        if (!(error instanceof PlinthError)) return String(error);
        return `${error.message} ${error.hint}`;
      }
    },
    fieldValues: resolveValues,
    async renderFields(on, values, rejectedForm) {
      const sections = sectionsOf(on);
      const fields = fieldsIn(sections);
      const html = await renderBoxes(deps, sections, { stored: resolveValues(fields, values), ...rejectedForm });
      return { html, problems: listFieldErrors(fields, rejectedForm?.problems ?? {}) };
    },
    async readFields(on, form, values) {
      const fields = fieldsIn(sectionsOf(on));
      return fields.length === 0
        ? { values: {}, problems: {} }
        : readFields(deps, fields, form, resolveValues(fields, values));
    },
    async checkFieldValues(on, values) {
      const problems: Record<string, string> = {};
      for (const field of fieldsIn(sectionsOf(on)).filter(({ key }) => Object.hasOwn(values, key))) {
        const problem = await validateApiValue(deps, field, values[field.key]);
        if (problem !== '') problems[field.key] = problem;
      }
      return problems;
    },
  };
}
