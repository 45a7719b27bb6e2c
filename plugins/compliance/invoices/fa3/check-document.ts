import type { XmlNode } from '../xml.js';
import { findTypeProblem } from './simple-types.js';
import { FA3_STRUCTURE, type Particle } from './structure.js';

/** A deviation from the structure. */
export interface DocumentProblem {
  /** `Faktura/Fa/P_15`. */
  readonly path: string;
  readonly message: string;
}

/**
 * Validates a document against FA(3): every element, its position, how often it occurs, and its text. Returns an empty
 * list when it conforms.
 */
export function checkDocument(root: XmlNode): readonly DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  const end = matchParticle(FA3_STRUCTURE, [root], 0, '', problems);
  if (end === 0 && problems.length === 0)
    problems.push({ path: root.name, message: 'is not the root element of an invoice' });
  return problems;
}

/** Returns the element names that a particle may start with. */
function getFirstNames(particle: Particle): ReadonlySet<string> {
  switch (particle.kind) {
    case 'element':
      return new Set([particle.name]);
    case 'choice':
      return new Set(particle.parts.flatMap((part) => [...getFirstNames(part)]));
    case 'row': {
      const names = new Set<string>();
      for (const part of particle.parts) {
        for (const name of getFirstNames(part)) names.add(name);
        if (!isOptional(part)) break;
      }
      return names;
    }
  }
}

function isOptional(particle: Particle): boolean {
  if (particle.kind === 'element') return particle.min === 0;
  return particle.optional || (particle.kind === 'row' && particle.parts.every(isOptional));
}

/**
 * Consumes the nodes that match a particle.
 * @returns index at which the next particle starts
 */
function matchParticle(
  particle: Particle,
  nodes: readonly XmlNode[],
  startIndex: number,
  path: string,
  problems: DocumentProblem[],
): number {
  if (particle.kind === 'element') return matchElement(particle, nodes, startIndex, path, problems);
  const next = nodes[startIndex]?.name ?? '';
  if (particle.optional && !getFirstNames(particle).has(next)) return startIndex;
  if (particle.kind === 'row')
    return particle.parts.reduce((position, part) => matchParticle(part, nodes, position, path, problems), startIndex);
  const matchingPart = particle.parts.find((part) => getFirstNames(part).has(next));
  if (matchingPart) return matchParticle(matchingPart, nodes, startIndex, path, problems);
  problems.push({ path, message: `must contain one of ${[...getFirstNames(particle)].join(', ')}` });
  return startIndex;
}

function matchElement(
  particle: Extract<Particle, { kind: 'element' }>,
  nodes: readonly XmlNode[],
  firstIndex: number,
  path: string,
  problems: DocumentProblem[],
): number {
  const { name, min, max } = particle;
  const elementPath = `${path}${path === '' ? '' : '/'}${name}`;
  let end = firstIndex;
  for (let node = nodes[end]; node?.name === name; node = nodes[end]) {
    if (end - firstIndex === max) problems.push({ path: elementPath, message: `occurs more than ${max} times` });
    checkNode(particle, node, elementPath, problems);
    end += 1;
  }
  if (end - firstIndex < min) problems.push({ path: elementPath, message: 'is missing' });
  return end;
}

function checkNode(
  { type, fixed = {} }: Extract<Particle, { kind: 'element' }>,
  { text, children = [], attributes = {} }: XmlNode,
  path: string,
  problems: DocumentProblem[],
): void {
  for (const [key, value] of Object.entries(fixed))
    if (attributes[key] !== value) problems.push({ path: `${path}@${key}`, message: `is not "${value}"` });
  for (const key of Object.keys(attributes))
    if (!(key in fixed) && key !== 'xmlns')
      problems.push({ path: `${path}@${key}`, message: 'is an unknown attribute' });
  if (typeof type === 'string') {
    const problem = children.length > 0 ? 'contains elements instead of text' : findTypeProblem(type, text ?? '');
    if (problem !== '') problems.push({ path, message: problem });
    return;
  }
  if ((text ?? '').trim() !== '') problems.push({ path, message: 'contains text instead of elements' });
  const end = matchParticle(type, children, 0, path, problems);
  const extra = children[end];
  if (extra) problems.push({ path: `${path}/${extra.name}`, message: 'is not allowed here' });
}
