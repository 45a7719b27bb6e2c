import type { Node as TextNode } from 'prosemirror-model';
import { attributesIn, headOf } from '../text/grammar.js';

/** A picture of the library, or of another place. */
export interface Picture {
  /** 0 for one of another place. */
  readonly id: number;
  readonly src: string;
  readonly alt: string;
}

/** What a picture block becomes when another picture is chosen; its size and looks stay. */
export function chosenPicture({ attrs }: TextNode, { id, src, alt }: Picture): Record<string, unknown> {
  const { id: _old, ...kept } = attributesIn(String(attrs.head));
  const classes = String(attrs.picture)
    .replace(/ class="[^"]*"/, '')
    .replace(/ (?:width|height|srcset|sizes)="[^"]*"/g, '');
  const head = headOf({ ...(id > 0 ? { id } : {}), sizeSlug: 'large', linkDestination: 'none', ...kept });
  return {
    src,
    alt: alt === '' ? String(attrs.alt) : alt,
    head,
    origin: null,
    picture: id > 0 ? ` class="wp-image-${id}"${classes}` : classes,
  };
}
