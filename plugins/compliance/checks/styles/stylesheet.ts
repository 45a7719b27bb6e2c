import type { Atrule, CssNode, Declaration, Rule } from 'css-tree';
import { cssTree } from './css-packages.js';
import { type AppliesTest, matchesCondition, matchesMediaQueries } from './conditions.js';
import { compileSelector, createParentSelector, type ParentSelector, type Selector } from './selectors.js';

/** A declaration of a property. */
export interface StyleDeclaration {
  readonly property: string;
  readonly value: string;
  readonly important: boolean;
}

/** A rule with one selector. */
export interface StyleRule {
  readonly selector: Selector;
  readonly declarations: readonly StyleDeclaration[];
  /** Name of the cascade layer; '' for none. */
  readonly layer: string;
  applies: AppliesTest;
}

/** Another stylesheet that a stylesheet imports. */
interface StyleImport {
  readonly url: string;
  readonly layer: string;
  applies: AppliesTest;
}

/** A parsed stylesheet. */
export interface Stylesheet {
  readonly imports: readonly StyleImport[];
  readonly rules: readonly StyleRule[];
  /** Layers in order of appearance. */
  readonly layers: readonly string[];
  /** Declarations of the last frame, by the name of the animation. */
  readonly lastFrames: ReadonlyMap<string, readonly StyleDeclaration[]>;
}

interface Place {
  readonly layer: string;
  readonly parent: ParentSelector | undefined;
  applies: AppliesTest;
}

interface Collected {
  readonly imports: StyleImport[];
  readonly rules: StyleRule[];
  readonly layers: string[];
  readonly lastFrames: Map<string, readonly StyleDeclaration[]>;
}

const ALWAYS: AppliesTest = () => true;
/** Rules that depend on a moment or on print. */
const IGNORED_ATRULES = new Set([
  'starting-style',
  'page',
  'font-face',
  'property',
  'counter-style',
  'view-transition',
]);

function parseCss(text: string, context: 'stylesheet' | 'declarationList' | 'mediaQueryList'): CssNode {
  return cssTree().parse(text, {
    context,
    parseValue: false,
    parseCustomProperty: false,
    onParseError: () => undefined,
  });
}

const toDeclaration = ({ property, value, important }: Declaration): StyleDeclaration => ({
  property: property.startsWith('--') ? property : property.toLowerCase(),
  value: (value.type === 'Raw' ? value.value : cssTree().generate(value)).trim(),
  important: important !== false,
});

/** Parses the declarations of a `style` attribute. */
export function parseDeclarations(text: string): StyleDeclaration[] {
  const list = parseCss(text, 'declarationList');
  return list.type === 'DeclarationList'
    ? list.children
        .toArray()
        .filter((node) => node.type === 'Declaration')
        .map(toDeclaration)
    : [];
}

/** Parses the `media` attribute of a stylesheet. */
export function parseMedia(text: string): AppliesTest {
  if (text.trim() === '') return ALWAYS;
  const list = parseCss(text, 'mediaQueryList');
  return list.type === 'MediaQueryList' ? (screen) => matchesMediaQueries(list, screen) : ALWAYS;
}

/** Parses a stylesheet; invalid parts are left out, as in a browser. */
export function parseStylesheet(css: string): Stylesheet {
  const collected: Collected = { imports: [], rules: [], layers: [], lastFrames: new Map() };
  collectNodes(parseCss(css, 'stylesheet'), { layer: '', parent: undefined, applies: ALWAYS }, collected);
  return collected;
}

function collectNodes(container: CssNode, place: Place, collected: Collected): void {
  if (!('children' in container) || !container.children) return;
  const declarations: StyleDeclaration[] = [];
  for (const node of container.children.toArray()) {
    if (node.type === 'Rule') collectRule(node, place, collected);
    else if (node.type === 'Atrule') collectAtrule(node, place, collected);
    else if (node.type === 'Declaration') declarations.push(toDeclaration(node));
    // A nested rule that does not begin with `&`, or the declarations of a nested at-rule.
    else if (node.type === 'Raw' && place.parent) {
      if (node.value.includes('{')) collectNodes(parseCss(node.value, 'stylesheet'), place, collected);
      else declarations.push(...parseDeclarations(node.value));
    }
  }
  if (declarations.length > 0 && place.parent) addRule(`${place.parent.text}{}`, declarations, place, collected);
}

/** Adds declarations that stand directly in a nested at-rule; they belong to the rule around it. */
function addRule(css: string, declarations: readonly StyleDeclaration[], place: Place, collected: Collected): void {
  const sheet = parseCss(css, 'stylesheet');
  const rule = sheet.type === 'StyleSheet' ? sheet.children.first : null;
  if (rule?.type === 'Rule') collectSelectors(rule, declarations, { ...place, parent: undefined }, collected);
}

function collectSelectors(
  { prelude }: Rule,
  declarations: readonly StyleDeclaration[],
  { parent, layer, applies }: Place,
  { rules }: Collected,
): void {
  if (prelude.type !== 'SelectorList' || declarations.length === 0) return;
  for (const node of prelude.children.toArray()) {
    const selector = node.type === 'Selector' ? compileSelector(node, parent) : undefined;
    if (selector) rules.push({ selector, declarations, layer, applies });
  }
}

function collectRule(rule: Rule, place: Place, collected: Collected): void {
  const nodes = rule.block.children.toArray();
  const declarations = nodes.filter((node) => node.type === 'Declaration').map(toDeclaration);
  collectSelectors(rule, declarations, place, collected);
  const nested = nodes.filter(({ type }) => type !== 'Declaration');
  if (nested.length === 0) return;
  const inner: Place = { ...place, parent: createParentSelector(rule.prelude, place.parent) };
  for (const node of nested) {
    if (node.type === 'Rule') collectRule(node, inner, collected);
    else if (node.type === 'Atrule') collectAtrule(node, inner, collected);
    else if (node.type === 'Raw' && node.value.includes('{'))
      collectNodes(parseCss(node.value, 'stylesheet'), inner, collected);
  }
}

/** Returns when the content of a conditional at-rule applies. */
function readCondition({ prelude }: Atrule): AppliesTest {
  if (prelude?.type !== 'AtrulePrelude') return ALWAYS;
  const nodes = prelude.children.toArray();
  const media = nodes.find((node) => node.type === 'MediaQueryList');
  const condition = nodes.find((node) => node.type === 'Condition');
  return (screen) =>
    (!media || matchesMediaQueries(media, screen)) && (!condition || matchesCondition(condition, screen));
}

/** Returns the root of `@scope`, whose rules describe its descendants and get no specificity from it. */
function readScope({ prelude }: Atrule): ParentSelector | undefined {
  const scope =
    prelude?.type === 'AtrulePrelude' ? prelude.children.toArray().find((node) => node.type === 'Scope') : undefined;
  return scope?.root ? { text: `:is(${cssTree().generate(scope.root)})`, specificity: 0 } : undefined;
}

const joinLayers = (outer: string, name: string): string => (outer === '' ? name : `${outer}.${name}`);

function collectAtrule(node: Atrule, place: Place, collected: Collected): void {
  const name = node.name.toLowerCase();
  if (IGNORED_ATRULES.has(name)) return;
  if (name === 'import') collectImport(node, place, collected);
  else if (name === 'layer') collectLayer(node, place, collected);
  else if (/^(?:-webkit-)?keyframes$/.test(name)) collectKeyframes(node, collected);
  else if (node.block) {
    const applies = readCondition(node);
    collectNodes(
      node.block,
      {
        ...place,
        parent: readScope(node) ?? place.parent,
        applies: (screen) => place.applies(screen) && applies(screen),
      },
      collected,
    );
  }
}

function collectImport(node: Atrule, { layer }: Place, { imports, layers }: Collected): void {
  if (node.prelude?.type !== 'AtrulePrelude') return;
  const parts = node.prelude.children.toArray();
  const target = parts.find((part) => part.type === 'Url' || part.type === 'String');
  const layerNode = parts.find((part) => part.type === 'Function' && part.name === 'layer');
  const layerName = layerNode?.type === 'Function' ? cssTree().generate(layerNode).slice('layer('.length, -1) : '';
  if (layerName !== '') layers.push(joinLayers(layer, layerName));
  if (target) imports.push({ url: target.value, layer: layerName, applies: readCondition(node) });
}

function collectLayer(node: Atrule, place: Place, collected: Collected): void {
  const names =
    node.prelude?.type === 'AtrulePrelude'
      ? node.prelude.children
          .toArray()
          .flatMap((list) => (list.type === 'LayerList' ? list.children.toArray() : [list]))
          .map((layer) => cssTree().generate(layer))
      : [];
  const layers = (names.length > 0 ? names : ['(anonymous)']).map((name) => joinLayers(place.layer, name));
  collected.layers.push(...layers);
  if (node.block) collectNodes(node.block, { ...place, layer: layers[0] ?? '' }, collected);
}

function collectKeyframes(node: Atrule, { lastFrames }: Collected): void {
  const name = node.prelude ? cssTree().generate(node.prelude).replace(/["']/g, '') : '';
  const frames = node.block?.children.toArray().filter((frame) => frame.type === 'Rule') ?? [];
  const last = frames.find(({ prelude }) => /(?:^|,)(?:to|100%)(?:,|$)/i.test(cssTree().generate(prelude)));
  if (last)
    lastFrames.set(
      name,
      last.block.children
        .toArray()
        .filter((part) => part.type === 'Declaration')
        .map(toDeclaration),
    );
}
