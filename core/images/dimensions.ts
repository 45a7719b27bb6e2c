/** How an image is resized: the region of the source, and the target size, in pixels. */
export interface ResizePlan {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly toWidth: number;
  readonly toHeight: number;
}

/** How an image is cropped: not at all (false), at its center (true), or at the given edges. */
export type Crop = boolean | readonly [x: 'left' | 'center' | 'right', y: 'top' | 'center' | 'bottom'];

/** Whether two lengths differ by at most one pixel, because of rounding. */
export function isWithinRounding(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1;
}

/**
 * Returns the largest size within the given maximum that keeps the aspect ratio (`wp_constrain_dimensions`). 0 means
 * no maximum.
 * @since 0.1.0
 */
export function constrainDimensions(
  width: number,
  height: number,
  maxWidth = 0,
  maxHeight = 0,
): [width: number, height: number] {
  if (maxWidth <= 0 && maxHeight <= 0) return [width, height];
  const exceedsWidth = maxWidth > 0 && width > maxWidth;
  const exceedsHeight = maxHeight > 0 && height > maxHeight;
  const ratios = [exceedsWidth ? maxWidth / width : 1, exceedsHeight ? maxHeight / height : 1];
  const [smaller, larger] = [Math.min(...ratios), Math.max(...ratios)];
  const overflows =
    (Math.round(width * larger) > maxWidth && maxWidth > 0) ||
    (Math.round(height * larger) > maxHeight && maxHeight > 0);
  const ratio = overflows ? smaller : larger;
  const scaleLength = (length: number): number => Math.max(1, Math.round(length * ratio));
  // If rounding results in one pixel less than the maximum, the maximum is used.
  const correctRounding = (length: number, bounded: boolean, max: number): number =>
    bounded && length === max - 1 ? max : length;
  return [
    correctRounding(scaleLength(width), exceedsWidth, maxWidth),
    correctRounding(scaleLength(height), exceedsHeight, maxHeight),
  ];
}

/** Whether two sizes have the same aspect ratio, apart from rounding (`wp_image_matches_ratio`). */
export function hasSameRatio(width: number, height: number, otherWidth: number, otherHeight: number): boolean {
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
  return isWithinRounding(w, small[0]) && isWithinRounding(h, small[1]);
}

/**
 * Returns how an image is resized (`image_resize_dimensions`); undefined if it is too small or has the size already.
 */
export function planResize(
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
    crop === false
      ? scaledPlan(width, height, maxWidth, maxHeight)
      : cropPlan(width, height, maxWidth, maxHeight, crop);
  return isWithinRounding(plan.toWidth, width) && isWithinRounding(plan.toHeight, height) ? undefined : plan;
}

function scaledPlan(width: number, height: number, maxWidth: number, maxHeight: number): ResizePlan {
  const [toWidth, toHeight] = constrainDimensions(width, height, maxWidth, maxHeight);
  return { x: 0, y: 0, width, height, toWidth, toHeight };
}

function cropPlan(
  width: number,
  height: number,
  maxWidth: number,
  maxHeight: number,
  crop: Exclude<Crop, false>,
): ResizePlan {
  const aspectRatio = width / height;
  let [toWidth, toHeight] = [Math.min(maxWidth, width), Math.min(maxHeight, height)];
  if (toWidth <= 0) toWidth = Math.round(toHeight * aspectRatio);
  if (toHeight <= 0) toHeight = Math.round(toWidth / aspectRatio);
  const ratio = Math.max(toWidth / width, toHeight / height);
  const [cutWidth, cutHeight] = [Math.round(toWidth / ratio), Math.round(toHeight / ratio)];
  const [across, down] = crop === true ? ['center', 'center'] : crop;
  const cropOffset = (side: string, excess: number): number => {
    if (side === 'left' || side === 'top') return 0;
    return side === 'center' ? Math.floor(excess / 2) : excess;
  };
  return {
    x: cropOffset(across, width - cutWidth),
    y: cropOffset(down, height - cutHeight),
    width: cutWidth,
    height: cutHeight,
    toWidth,
    toHeight,
  };
}
