import type { Field, FieldBox, FieldsApi, FieldValues } from '../../api/index.js';
import { type FieldsDeps, heldValue, readFields } from '../../fields/index.js';
import { type DrawDeps, listedProblems } from './draw-fields.js';
import { drawBoxes, fieldsIn } from './entry-fields.js';

/** Fields that were added to what plugins store, for those plugins. @param boxes all boxes of fields there are */
export function createFieldsApi(deps: DrawDeps & FieldsDeps, boxes: () => readonly FieldBox[]): FieldsApi {
  const boxesFor = (on: string): readonly FieldBox[] => boxes().filter((box) => box.on === on);
  const held = (fields: readonly Field[], values: Readonly<Record<string, unknown>>): FieldValues =>
    Object.fromEntries(fields.map((field) => [field.key, heldValue(field, Object.hasOwn(values, field.key) ? values[field.key] : field.default)]));
  return {
    fieldsOn: (on) => fieldsIn(boxesFor(on)),
    async drawFields(on, values, refused) {
      const fields = fieldsIn(boxesFor(on));
      const html = await drawBoxes(deps, boxesFor(on), { stored: held(fields, values), ...refused });
      return { html, problems: listedProblems(fields, refused?.problems ?? {}) };
    },
    async readFields(on, form, values) {
      const fields = fieldsIn(boxesFor(on));
      return fields.length === 0 ? { values: {}, problems: {} } : readFields(deps, fields, form, held(fields, values));
    },
  };
}
