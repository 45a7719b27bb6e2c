import { findAll } from '../shared/dom.js';
import { normalizeNumber } from './state.js';

/** A range: its fields, its two thumbs if it has any, and the numbers at which they can stop. */
interface RangeParts {
  readonly low?: HTMLInputElement;
  readonly high?: HTMLInputElement;
  readonly min?: HTMLInputElement;
  readonly max?: HTMLInputElement;
  readonly stops: readonly number[];
}

/** Returns the parts of a range; its fields come after its thumbs. */
function getParts(range: HTMLElement): RangeParts {
  const [max, min, high, low] = findAll<HTMLInputElement>(range, '[data-end]').reverse();
  return { low, high, min, max, stops: (range.dataset.stops ?? '').split(' ').map(Number) };
}

const findRange = (control: Element): HTMLElement | null => control.closest<HTMLElement>('[data-facet-range]');

export function paintRange(range: HTMLElement): void {
  const { low, high, stops } = getParts(range);
  const slider = range.querySelector<HTMLElement>('[data-facet-slider]');
  if (!low || !high || !slider) return;
  const from = Number(low.value) / Number(low.max);
  const to = Number(high.value) / Number(low.max);
  slider.style.setProperty('--low', `${from * 100}%`);
  slider.style.setProperty('--high', `${to * 100}%`);
  const bars = findAll<SVGElement>(slider, 'rect');
  bars.forEach((bar, i) =>
    bar.classList.toggle('facet-bars__in', (i + 1) / bars.length > from && i / bars.length < to),
  );
  for (const thumb of [low, high])
    thumb.setAttribute('aria-valuetext', `${stops[Number(thumb.value)]} ${range.dataset.unit}`.trim());
  // If both thumbs are at the upper end, the lower one must be on top, or neither could be moved.
  low.style.zIndex = from > 0.5 ? '1' : '';
}

/** Stops a thumb at the other one; a thumb at its own end leaves the range open. */
export function dragThumb(thumb: HTMLInputElement): void {
  const range = findRange(thumb);
  if (!range) return;
  const { low, high, min, max, stops } = getParts(range);
  if (!low || !high || !min || !max) return;
  const valueAt = (end: HTMLInputElement, open: string): string =>
    end.value === open ? '' : String(stops[Number(end.value)] ?? '');
  if (thumb === low && Number(low.value) > Number(high.value)) low.value = high.value;
  if (thumb === high && Number(high.value) < Number(low.value)) high.value = low.value;
  if (thumb === low) min.value = valueAt(low, low.min);
  else max.value = valueAt(high, high.max);
  paintRange(range);
}

/** Moves the thumb of a field to the last stop that the number has passed. */
export function updateThumb(field: HTMLInputElement): void {
  const range = findRange(field);
  if (!range) return;
  const { low, high, stops } = getParts(range);
  if (!low || !high) return;
  const isLower = field.dataset.end === 'min';
  const number = Number(normalizeNumber(field.value));
  const stopIndex = isLower ? stops.findLastIndex((stop) => stop <= number) : stops.findIndex((stop) => stop >= number);
  const isOpen = field.value === '' || stopIndex < 0;
  if (isLower) low.value = isOpen ? low.min : String(stopIndex);
  else high.value = isOpen ? high.max : String(stopIndex);
  paintRange(range);
}
