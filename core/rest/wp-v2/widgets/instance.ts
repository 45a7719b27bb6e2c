import { createHmac } from 'node:crypto';
import { type RestRequest, type Widget, type WidgetInstance, type WpError } from '../../../api/index.js';
import { fromStoredText, toStoredText } from '../../../options/stored-text.js';
import { isDictionary, toText } from '../../values.js';
import type { WpV2Deps } from '../items/deps.js';
import { failure } from '../items/refusals.js';

/** Returns a widget's settings, in the three forms that editors accept. */
export function toRestInstance(
  deps: WpV2Deps,
  instance: WidgetInstance,
): { encoded: string; hash: string; raw: WidgetInstance | Record<string, never> } {
  const stored = toStoredText({ ...instance });
  return { encoded: Buffer.from(stored, 'utf8').toString('base64'), hash: signInstance(deps, stored), raw: instance };
}

/** Returns a widget's settings from a request; undefined if the request does not change them. */
export function readInstance(
  deps: WpV2Deps,
  widget: Widget,
  request: RestRequest,
): WidgetInstance | WpError | undefined {
  const form = request.getParam('form_data');
  if (request.hasParam('form_data'))
    return sanitizeInstance(
      deps,
      widget,
      Object.fromEntries(
        [...new URLSearchParams(toText(form))].map(([name, value]) => [/\[([^\]]+)\]$/.exec(name)?.[1] ?? name, value]),
      ),
    );
  const instanceParam = request.getParam('instance');
  if (!isDictionary(instanceParam)) return undefined;
  if (instanceParam.encoded !== undefined && instanceParam.hash !== undefined) {
    const stored = Buffer.from(toText(instanceParam.encoded), 'base64').toString('utf8');
    const read: unknown = signInstance(deps, stored) === instanceParam.hash ? fromStoredText(stored) : undefined;
    return isDictionary(read) ? read : failure('rest_invalid_widget', 'The provided instance is malformed.', 400);
  }
  if (instanceParam.raw === undefined)
    return failure(
      'rest_invalid_widget',
      'The provided instance is invalid. Must contain raw OR encoded and hash.',
      400,
    );
  return sanitizeInstance(deps, widget, isDictionary(instanceParam.raw) ? instanceParam.raw : {});
}

/** Sanitizes the fields of a widget type, each by its type and within limits. */
export function sanitizeInstance(
  { formatting }: Pick<WpV2Deps, 'formatting'>,
  widget: Widget,
  input: Readonly<Record<string, unknown>>,
): WidgetInstance {
  const values: Record<string, unknown> = {};
  for (const { name, type, default: fallback } of widget.fields) {
    const value = input[name] ?? (type === 'checkbox' ? false : fallback);
    if (value === undefined) continue;
    if (type === 'checkbox') values[name] = value === true || value === 1 || value === '1' || value === 'on';
    else if (type === 'number') values[name] = Math.min(Math.max(Math.trunc(Number(value)) || 0, 0), 1000);
    else if (type === 'textarea') values[name] = formatting.wpKsesPost(toText(value).slice(0, 100_000));
    else values[name] = formatting.sanitizeTextField(toText(value)).slice(0, 1000);
  }
  return values;
}

/** Returns the signature by which an instance issued by this site is recognized. */
function signInstance({ siteSecret }: Pick<WpV2Deps, 'siteSecret'>, stored: string): string {
  return createHmac('sha256', siteSecret).update(`widget|${stored}`).digest('hex').slice(0, 32);
}
