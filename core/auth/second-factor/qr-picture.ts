import { encode } from 'uqr';

/** Modules of light around the code, which cameras need. */
const BORDER = 4;

/** A QR code as a picture to put into a page: black on white in light and dark, and of any size. */
export function qrPicture(text: string, title: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return `<svg class="qr" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="232" height="232" role="img" aria-label="${title.replace(/[&"<]/g, (sign) => `&#${sign.charCodeAt(0)};`)}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${dark.join('')}"/></svg>`;
}
