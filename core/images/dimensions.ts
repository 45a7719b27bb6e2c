/** How an image is resized: a region of the source, and the target size. */
export interface ResizePlan {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly toWidth: number;
  readonly toHeight: number;
}

/** How an image is cropped: not at all, centered, or at these edges. */
export type Crop = boolean | readonly [x: 'left' | 'center' | 'right', y: 'top' | 'center' | 'bottom'];

/** Whether two lengths differ by rounding alone. */
export function isNearly(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1;
}

/**
 * Returns the largest size within bounds that preserves the aspect ratio; 0 means no bound (`wp_constrain_dimensions`).
 * @since 0.1.0
 */
export function constrainDimensions(
  width: number,
  height: number,
  maxWidth = 0,
  maxHeight = 0,
): [width: number, height: number] {
  if (maxWidth <= 0 && maxHeight <= 0) return [width, height];
  const narrows = maxWidth > 0 && width > maxWidth;
  const lowers = maxHeight > 0 && height > maxHeight;
  const ratios = [narrows ? maxWidth / width : 1, lowers ? maxHeight / height : 1];
  const [smaller, larger] = [Math.min(...ratios), Math.max(...ratios)];
  const overflows =
    (Math.round(width * larger) > maxWidth && maxWidth > 0) ||
    (Math.round(height * larger) > maxHeight && maxHeight > 0);
  const ratio = overflows ? smaller : larger;
  const scaled = (length: number): number => Math.max(1, Math.round(length * ratio));
  // Compensates for rounding below the bound.
  const full = (length: number, bounded: boolean, max: number): number =>
    bounded && length === max - 1 ? max : length;
  return [full(scaled(width), narrows, maxWidth), full(scaled(height), lowers, maxHeight)];
}

/** Whether two sizes have the same aspect ratio, apart from rounding (`wp_image_matches_ratio`). */
export function hasSameShape(width: number, height: number, otherWidth: number, otherHeight: number): boolean {
  const [large, small]: [[number, number], [number, number]] =
    width > otherWidth
      ? [
          [width, height],
          [otherWidth, otherHeight],
        ]
      : [
          [otherWidth, otherHeight],
          [width, height],
        ];
  const [w, h] = constrainDimensions(large[0], large[1], small[0]);
  return isNearly(w, small[0]) && isNearly(h, small[1]);
}

/**
 * Returns how an image is resized, or undefined when it is too small or already has the size
 * (`image_resize_dimensions`).
 */
export function resizing(
  width: number,
  height: number,
  maxWidth: number,
  maxHeight: number,
  crop: Crop,
): ResizePlan | undefined {
  if (width <= 0 || height <= 0 || (maxWidth <= 0 && maxHeight <= 0)) return undefined;
  const isNarrower = maxWidth <= 0 || width < maxWidth;
  const isLower = maxHeight <= 0 || height < maxHeight;
  if (isNarrower && isLower) return undefined;
  const plan =
    crop === false ? scaledPlan(width, height, maxWidth, maxHeight) : part(width, height, maxWidth, maxHeight, crop);
  return isNearly(plan.toWidth, width) && isNearly(plan.toHeight, height) ? undefined : plan;
}

function scaledPlan(width: number, height: number, maxWidth: number, maxHeight: number): ResizePlan {
  const [toWidth, toHeight] = constrainDimensions(width, height, maxWidth, maxHeight);
  return { x: 0, y: 0, width, height, toWidth, toHeight };
}

function part(
  width: number,
  height: number,
  maxWidth: number,
  maxHeight: number,
  crop: Exclude<Crop, false>,
): ResizePlan {
  const shape = width / height;
  let [toWidth, toHeight] = [Math.min(maxWidth, width), Math.min(maxHeight, height)];
  if (toWidth <= 0) toWidth = Math.round(toHeight * shape);
  if (toHeight <= 0) toHeight = Math.round(toWidth / shape);
  const ratio = Math.max(toWidth / width, toHeight / height);
  const [cutWidth, cutHeight] = [Math.round(toWidth / ratio), Math.round(toHeight / ratio)];
  const [across, down] = crop === true ? ['center', 'center'] : crop;
  const from = (side: string, excess: number): number => {
    if (side === 'left' || side === 'top') return 0;
    return side === 'center' ? Math.floor(excess / 2) : excess;
  };
  return {
    x: from(across, width - cutWidth),
    y: from(down, height - cutHeight),
    width: cutWidth,
    height: cutHeight,
    toWidth,
    toHeight,
  };
}
