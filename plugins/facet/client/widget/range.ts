import { findAll } from '../shared/dom.js';
import { normalizeNumber } from './state.js';

/** A range: its fields, its two thumbs if it has any, and the numbers at which they can stop. */
interface RangeParts {
  readonly lowThumb?: HTMLInputElement;
  readonly highThumb?: HTMLInputElement;
  readonly minField?: HTMLInputElement;
  readonly maxField?: HTMLInputElement;
  readonly stops: readonly number[];
}

/** Returns the parts of a range; its fields come after its thumbs. */
function getParts(range: HTMLElement): RangeParts {
  const [maxField, minField, highThumb, lowThumb] = findAll<HTMLInputElement>(range, '[data-end]').reverse();
  return { lowThumb, highThumb, minField, maxField, stops: (range.dataset.stops ?? '').split(' ').map(Number) };
}

const findRange = (control: Element): HTMLElement | null => control.closest<HTMLElement>('[data-facet-range]');

export function updateSlider(range: HTMLElement): void {
  const { lowThumb, highThumb, stops } = getParts(range);
  const slider = range.querySelector<HTMLElement>('[data-facet-slider]');
  if (!lowThumb || !highThumb || !slider) return;
  const from = Number(lowThumb.value) / Number(lowThumb.max);
  const to = Number(highThumb.value) / Number(lowThumb.max);
  slider.style.setProperty('--low', `${from * 100}%`);
  slider.style.setProperty('--high', `${to * 100}%`);
  const bars = findAll<SVGElement>(slider, 'rect');
  bars.forEach((bar, i) =>
    bar.classList.toggle('facet-bars__bar--in-range', (i + 1) / bars.length > from && i / bars.length < to),
  );
  for (const thumb of [lowThumb, highThumb])
    thumb.setAttribute('aria-valuetext', `${stops[Number(thumb.value)]} ${range.dataset.unit}`.trim());
  // If both thumbs are at the upper end, the lower one must be on top, or neither could be moved.
  lowThumb.style.zIndex = from > 0.5 ? '1' : '';
}

/** Stops a thumb at the other one. A thumb at the end of the track sets no limit. */
export function dragThumb(thumb: HTMLInputElement): void {
  const range = findRange(thumb);
  if (!range) return;
  const { lowThumb, highThumb, minField, maxField, stops } = getParts(range);
  if (!lowThumb || !highThumb || !minField || !maxField) return;
  const valueAt = (end: HTMLInputElement, unlimited: string): string =>
    end.value === unlimited ? '' : String(stops[Number(end.value)] ?? '');
  if (thumb === lowThumb && Number(lowThumb.value) > Number(highThumb.value)) lowThumb.value = highThumb.value;
  if (thumb === highThumb && Number(highThumb.value) < Number(lowThumb.value)) highThumb.value = lowThumb.value;
  if (thumb === lowThumb) minField.value = valueAt(lowThumb, lowThumb.min);
  else maxField.value = valueAt(highThumb, highThumb.max);
  updateSlider(range);
}

/** Moves the thumb of a field to the nearest stop that includes the entered number. */
export function updateThumb(field: HTMLInputElement): void {
  const range = findRange(field);
  if (!range) return;
  const { lowThumb, highThumb, stops } = getParts(range);
  if (!lowThumb || !highThumb) return;
  const isLower = field.dataset.end === 'min';
  const number = Number(normalizeNumber(field.value));
  const stopIndex = isLower ? stops.findLastIndex((stop) => stop <= number) : stops.findIndex((stop) => stop >= number);
  const isUnlimited = field.value === '' || stopIndex < 0;
  if (isLower) lowThumb.value = isUnlimited ? lowThumb.min : String(stopIndex);
  else highThumb.value = isUnlimited ? highThumb.max : String(stopIndex);
  updateSlider(range);
}
