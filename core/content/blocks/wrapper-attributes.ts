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
  const attributeText = (key: string): string => (typeof attributes[key] === 'string' ? attributes[key] : '');
  const classes = [
    `wp-block-${name.replace(/^core\//, '').replace('/', '-')}`,
    attributeText('align') && `align${attributeText('align')}`,
    attributeText('className'),
    extraAttributes['class'] ?? '',
  ];
  const allAttributes: Record<string, string> = {
    ...extraAttributes,
    class: [
      ...new Set(
        classes
          .join(' ')
          .split(/\s+/)
          .filter((part) => part !== ''),
      ),
    ].join(' '),
  };
  const id = extraAttributes['id'] ?? attributeText('anchor');
  if (id !== '') allAttributes['id'] = id;
  return Object.entries(allAttributes)
    .map(([key, value]) => `${key.replace(/[^\w:.-]/g, '')}="${escAttr(value)}"`)
    .join(' ');
}
