import type { BlockAttributeSchema, BlockType } from '../../api/index.js';
import type { BlockControl } from './block-control.js';

/**
 * Returns the controls of a block, derived from its attributes: text, number, boolean or selection. Other attributes
 * are edited as code.
 */
export function blockControls({ attributes }: BlockType, translate: (text: string) => string): readonly BlockControl[] {
  return Object.entries(attributes).flatMap(([name, schema]) => {
    const control = schema.control === false || 'source' in schema ? undefined : controlKind(schema);
    if (!control) return [];
    const { label = toLabel(name), help = '', default: value = null } = schema;
    return [{ name, label: translate(label), help: help === '' ? '' : translate(help), value, ...control }];
  });
}

function controlKind(
  schema: BlockAttributeSchema,
): Pick<BlockControl, 'kind' | 'min' | 'max' | 'step' | 'choices'> | undefined {
  const { type, minimum, maximum } = schema;
  const enumValues = schema.enum?.filter(
    (enumValue): enumValue is string | number => typeof enumValue === 'string' || typeof enumValue === 'number',
  );
  if (enumValues && enumValues.length > 0)
    return { kind: 'select', choices: enumValues.map((value) => ({ value, label: toLabel(String(value)) })) };
  if (type === 'boolean') return { kind: 'checkbox' };
  if (type === 'integer' || type === 'number')
    return {
      kind: 'number',
      step: type === 'integer' ? 1 : 'any',
      ...(minimum === undefined ? {} : { min: minimum }),
      ...(maximum === undefined ? {} : { max: maximum }),
    };
  // A type that also accepts numbers is edited as text.
  return type === 'string' || (Array.isArray(type) && type.includes('string')) ? { kind: 'text' } : undefined;
}

/** Converts an attribute name such as `showPastDays` to readable text. */
function toLabel(name: string): string {
  const text = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .trim()
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
