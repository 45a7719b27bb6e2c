import type { BlockInstance, EscapingApi } from '../../api/index.js';

/**
 * Returns the attributes of a block's wrapper element: its class, the author's classes, alignment and anchor, and
 * additional ones (`get_block_wrapper_attributes`).
 */
export function wrapperAttributes(
  { escAttr }: Pick<EscapingApi, 'escAttr'>,
  { name, attributes }: Pick<BlockInstance, 'name' | 'attributes'>,
  extraAttributes: Readonly<Record<string, string>>,
): string {
  const own = (key: string): string => (typeof attributes[key] === 'string' ? attributes[key] : '');
  const classes = [
    `wp-block-${name.replace(/^core\//, '').replace('/', '-')}`,
    own('align') && `align${own('align')}`,
    own('className'),
    extraAttributes['class'] ?? '',
  ];
  const all: Record<string, string> = {
    ...extraAttributes,
    class: [
      ...new Set(
        classes
          .join(' ')
          .split(/\s+/)
          .filter((one) => one !== ''),
      ),
    ].join(' '),
  };
  const id = extraAttributes['id'] ?? own('anchor');
  if (id !== '') all['id'] = id;
  return Object.entries(all)
    .map(([key, value]) => `${key.replace(/[^\w:.-]/g, '')}="${escAttr(value)}"`)
    .join(' ');
}
