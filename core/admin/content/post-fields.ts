import type { FieldBox, FormFields } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import { drawBoxes, storedFields, type Subject } from '../fields/index.js';

/** The boxes of fields in an entry's form, as finished HTML, by where they stand. */
export async function postFieldBoxes(
  deps: AdminDeps,
  boxes: readonly FieldBox[],
  subject: Subject,
  form: FormFields | undefined,
  problems: Readonly<Record<string, string>> | undefined,
): Promise<{ readonly side: string; readonly normal: string }> {
  const shown = {
    stored: await storedFields(deps, boxes, subject),
    ...(form ? { form } : {}),
    ...(problems ? { problems } : {}),
  };
  const isBeside = (box: FieldBox): boolean => 'position' in box && box.position === 'side';
  return {
    side: await drawBoxes(deps, boxes.filter(isBeside), shown),
    normal: await drawBoxes(
      deps,
      boxes.filter((box) => !isBeside(box)),
      shown,
    ),
  };
}
