import type { Box } from '../boxes/box.js';
import type { ShownBox } from '../boxes/shown-box.js';
import { hashText } from '../boxes/text-versions.js';
import type { FormContext } from '../store/store-form.js';

/** A visitor's answer to a box. */
export interface BoxAnswer {
  /** Under the label that stood next to the tick, in whichever language; without a tick, in that of the request. */
  readonly box: Box;
  readonly ticked: boolean;
  /** Ticked under a wording that is no longer the box's. */
  readonly outdated: boolean;
}

/** The name of a box's field; its `id` has hyphens. */
export const fieldName = (box: Pick<Box, 'id'>): string => `legal_box_${box.id}`;
export const fieldId = (box: Pick<Box, 'id'>): string => `legal-box-${box.id}`;
/** The `id` of a form's section of boxes. */
export const sectionId = (place: FormContext['place']): string => `legal-boxes-${place}`;
export const errorId = (box: Pick<Box, 'id'>): string => `${fieldId(box)}-error`;

/** What a ticked box sends: the version of the wording next to it. */
export const wordingOf = (box: Pick<Box, 'label'>): string => hashText(box.label).slice(0, 16);

/** Reads what a form says of its boxes. Only the version of a box's words is a tick; anything else leaves it empty. */
export function answersOf(boxes: readonly ShownBox[], { request }: Pick<FormContext, 'request'>): readonly BoxAnswer[] {
  return boxes.map((box) => {
    const sent = request.field(fieldName(box));
    const label = box.labels.find((words) => wordingOf({ label: words }) === sent);
    const outdated = /^[0-9a-f]{16}$/.test(sent) && label === undefined;
    return { box: label === undefined ? box : { ...box, label }, ticked: label !== undefined, outdated };
  });
}
