// Text that is written in place: what Enter, Backspace and a paste do, and how the written becomes the block's HTML again.
import { paragraphsOf } from './block-paste.js';

/** Blocks whose text is written in place: the element that holds it. */
const WRITTEN = { 'core/paragraph': 'p', 'core/heading': 'h1,h2,h3,h4,h5,h6', 'core/list': 'ul,ol', 'core/quote': 'blockquote', 'core/table': 'table' };
const ATTRIBUTES = ['contenteditable', 'role', 'aria-multiline', 'aria-label', 'data-placeholder'];
/** Where the comments of a block within a block wait, on the element between them, while the text is written. */
const WRAPPED = 'data-wrapped-in';
const LINES = 'p,li,td,th,cite,h1,h2,h3,h4,h5,h6';
const INLINE = 'a,abbr,b,cite,code,del,em,i,ins,kbd,mark,q,s,small,span,strong,sub,sup,u';

/** Makes the element in which a block is written; null for a block that holds more than such an element can show. */
export function writing(block, blocks) {
  const selector = WRITTEN[block.name];
  if (!selector) return null;
  const first = block.raw.indexOf('-->') + 3;
  const last = block.raw.lastIndexOf('<!--');
  const [opening, closing] = [block.raw.slice(0, first), block.raw.slice(last)];
  const held = document.createElement('template');
  held.innerHTML = block.raw.slice(first, last);
  let stored = held.content.querySelector(selector);
  if (!stored || showsMore(held.content, stored)) return null;
  const element = stored.cloneNode(true);
  if (!tuck(element)) return null;
  const wrapped = element.firstElementChild?.getAttribute(WRAPPED)?.split(/\s/)[0];
  element.classList.add('block__text');
  element.contentEditable = 'true';

  block.element = element;
  block.save = () => {
    const copy = cleaned(element);
    stored.replaceWith(copy);
    stored = copy;
    block.raw = `${opening}\n${held.innerHTML.trim()}\n${closing}`;
  };
  /** A block like this one around other text. */
  block.like = (content) => {
    const shell = cleaned(element.cloneNode(false));
    shell.removeAttribute('id');
    shell.append(...content);
    return { name: block.name, raw: `${opening}\n${shell.outerHTML}\n${closing}` };
  };

  element.addEventListener('beforeinput', (event) => {
    const act = { insertParagraph: enter, insertFromDrop: paste, deleteContentBackward: backspace, deleteContentForward: forward }[event.inputType];
    if (act?.(block, blocks, event)) event.preventDefault();
  });
  element.addEventListener('paste', (event) => {
    event.preventDefault();
    paste(block, blocks, event);
  });
  element.addEventListener('input', () => {
    mend(element, wrapped);
    blocks.changed(block);
  });
  return element;
}

/** Whether beside the written element there is something that would be saved unseen. */
function showsMore(content, written) {
  const others = content.cloneNode(true);
  others.querySelector(written.nodeName).remove();
  for (const caption of others.querySelectorAll('figcaption')) caption.remove();
  return others.textContent.trim() !== '' || others.querySelector(':not(figure)') !== null;
}

/** Takes the comments of blocks within out of the text, which a typing browser would scatter; false when they are more than pairs around an element. */
function tuck(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_COMMENT);
  const comments = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments.filter(({ data }) => !/^\s+\//.test(data))) {
    const inner = next(comment);
    const after = inner && next(inner);
    const name = /^\s+wp:(\S+)[\s\S]*[^/]$/.exec(comment.data)?.[1];
    if (!name || inner?.nodeType !== Node.ELEMENT_NODE || after?.nodeType !== Node.COMMENT_NODE || after.data.trim() !== `/wp:${name}`) return false;
    while (comment.nextSibling !== inner) comment.nextSibling.remove();
    while (inner.nextSibling !== after) inner.nextSibling.remove();
    inner.setAttribute(WRAPPED, comment.data.trim());
    after.remove();
    comment.remove();
  }
  return !comments.some((comment) => element.contains(comment));
}

/** What follows a node, but for the space between. */
function next(node) {
  let found = node.nextSibling;
  while (found?.nodeType === Node.TEXT_NODE && found.data.trim() === '') found = found.nextSibling;
  return found;
}

/** A copy of what was written, as it is stored: without the marks of the editor, and without what nobody sees. */
function cleaned(element) {
  const copy = element.cloneNode(true);
  for (const name of ATTRIBUTES) copy.removeAttribute(name);
  copy.classList.remove('block__text');
  if (copy.className === '') copy.removeAttribute('class');
  for (const line of [copy, ...copy.querySelectorAll(LINES)]) {
    // The last break of a line only holds the caret.
    if (line.lastChild?.nodeName === 'BR') line.lastChild.remove();
  }
  for (const holder of copy.querySelectorAll('li > br:first-child')) if (holder.nextSibling?.nodeName.match(/^[UO]L$/)) holder.remove();
  for (const inner of copy.querySelectorAll(`[${WRAPPED}]`)) {
    const opening = inner.getAttribute(WRAPPED);
    inner.removeAttribute(WRAPPED);
    inner.before(new Comment(` ${opening} `), '\n');
    inner.after('\n', new Comment(` /${opening.split(/\s/)[0]} `));
  }
  return copy;
}

/** Puts text that came to stand beside the items of a list, or the paragraphs of a quote, into one. */
function mend(element, wrapped) {
  const tag = { UL: 'li', OL: 'li', BLOCKQUOTE: 'p' }[element.nodeName];
  if (!tag || element.querySelector(tag)) return;
  const line = document.createElement(tag);
  if (wrapped) line.setAttribute(WRAPPED, wrapped);
  const focus = getSelection();
  const [node, offset] = [focus.focusNode, focus.focusOffset];
  line.append(...element.childNodes);
  element.append(line);
  fill(line);
  if (node === element) caret(line, true);
  else focus.collapse(node, offset);
}

function caret(node, atEnd = false) {
  node.closest?.('[contenteditable]')?.focus();
  const range = document.createRange();
  range.selectNodeContents(node);
  range.collapse(!atEnd);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}

/** The line the caret is in: an item, a paragraph of a quote, a cell; the whole text where it has no such parts. */
function lineOf(element) {
  const { focusNode, focusOffset } = getSelection();
  const beside = focusNode === element ? element.children[0] && element.childNodes[Math.max(0, focusOffset - 1)] : null;
  if (beside?.matches?.('ul > li,ol > li,blockquote > p')) caret(beside, focusOffset > 0);
  return lineAround(element, getSelection().focusNode);
}

function lineAround(element, focusNode) {
  const near = focusNode?.nodeType === Node.ELEMENT_NODE ? focusNode : focusNode?.parentElement;
  const line = near?.closest(LINES);
  return line && element.contains(line) ? line : element;
}

function isEmpty(line) {
  return line.textContent.trim() === '' && line.querySelector('img,li') === null;
}

/** Cuts a line at the caret, and gives what stood behind it. */
function rest(line) {
  const { focusNode, focusOffset } = getSelection();
  const range = document.createRange();
  range.selectNodeContents(line);
  range.setStart(focusNode, focusOffset);
  const behind = range.extractContents();
  for (const side of [line, behind]) {
    for (const hull of side.querySelectorAll(INLINE)) if (hull.textContent === '' && !hull.querySelector('img,br')) hull.remove();
    side.normalize();
  }
  return behind;
}

function withoutSelection() {
  if (!getSelection().isCollapsed) document.execCommand('delete');
}

function newLine(line, content) {
  const made = line.cloneNode(false);
  made.removeAttribute('id');
  made.append(...content);
  return made;
}

/** Gives a line without text the break that lets the caret stand in it. */
function fill(line) {
  if (isEmpty(line) || ['UL', 'OL'].includes(line.firstChild?.nodeName)) line.prepend(document.createElement('br'));
}

/** Parts a line of a list or a quote at the caret. */
function partLine(block, blocks, line) {
  const made = newLine(line, rest(line).childNodes);
  line.after(made);
  [line, made].forEach(fill);
  caret(made);
  blocks.changed(block);
  return true;
}

function enter(block, blocks) {
  const { element } = block;
  withoutSelection();
  const line = lineOf(element);
  if (element.nodeName === 'UL' || element.nodeName === 'OL') return enterInList(block, blocks, line);
  if (element.nodeName === 'BLOCKQUOTE') return enterInQuote(block, blocks, line);
  if (element.nodeName === 'TABLE') return document.execCommand('insertLineBreak');
  const behind = rest(line);
  const made = element.nodeName === 'P' || behind.textContent !== '' ? block.like(behind.childNodes) : blocks.paragraph();
  blocks.put(block, made);
  caret(made.element);
  return true;
}

function enterInList(block, blocks, line) {
  const { element } = block;
  if (line.nodeName !== 'LI') return false;
  if (!isEmpty(line)) return partLine(block, blocks, line);
  const below = [...line.parentNode.children].slice([...line.parentNode.children].indexOf(line) + 1);
  if (line.parentNode !== element) return outdent(block, blocks, line, below);
  const made = [blocks.paragraph()];
  if (below.length > 0) {
    const list = newLine(element, below);
    made.push(block.like(cleaned(list).childNodes));
  }
  line.remove();
  blocks.put(block, ...made);
  if (element.children.length === 0) blocks.remove(block);
  caret(made[0].element);
  return true;
}

function outdent(block, blocks, line, below) {
  const inner = line.parentNode;
  if (below.length > 0) {
    line.append(newLine(inner, below));
  }
  inner.closest('li').after(line);
  if (inner.children.length === 0) inner.remove();
  caret(line);
  blocks.changed(block);
  return true;
}

function enterInQuote(block, blocks, line) {
  const { element } = block;
  const below = line.nextElementSibling;
  if (line.nodeName === 'CITE' || (line.nodeName === 'P' && isEmpty(line) && line.previousElementSibling && (!below || below.nodeName === 'CITE'))) {
    const made = blocks.paragraph();
    if (line.nodeName === 'P') line.remove();
    blocks.put(block, made);
    caret(made.element);
    return true;
  }
  return line === element ? document.execCommand('insertLineBreak') : partLine(block, blocks, line);
}

/** Whether nothing stands between the caret and an end of the text. */
function atEdge(element, end) {
  const { focusNode, focusOffset, isCollapsed } = getSelection();
  if (!isCollapsed) return false;
  const range = document.createRange();
  range.selectNodeContents(element);
  if (end) range.setStart(focusNode, focusOffset);
  else range.setEnd(focusNode, focusOffset);
  const between = range.cloneContents();
  const holder = end && between.lastChild?.nodeName === 'BR' ? 1 : 0;
  return between.textContent === '' && between.querySelectorAll('br,img').length <= holder && between.querySelectorAll('li,p').length <= 1;
}

const isText = (block) => ['core/paragraph', 'core/heading'].includes(block?.name) && block.element;

function backspace(block, blocks) {
  const { element } = block;
  if (!atEdge(element, false)) return false;
  if (!isText(block)) return element.matches('ul,ol') ? itemToParagraph(block, blocks) : false;
  const before = blocks.beside(block, -1);
  const into = isText(before) ? before.element : before?.element?.matches('ul,ol,blockquote') ? [...before.element.querySelectorAll('li,p')].at(-1) : null;
  if (into) join(blocks, before, into, block);
  else if (before && isEmpty(element)) blocks.drop(block);
  return true;
}

function forward(block, blocks) {
  const following = blocks.beside(block, 1);
  if (!isText(block) || !isText(following) || !atEdge(block.element, true)) return false;
  join(blocks, block, block.element, following);
  return true;
}

/** Puts the text of a block at the end of a line of the one before it; the caret stands where they meet. */
function join(blocks, before, into, block) {
  if (into.lastChild?.nodeName === 'BR') into.lastChild.remove();
  const moved = [...block.element.childNodes];
  caret(into, true);
  const { focusNode, focusOffset } = getSelection();
  into.append(...moved);
  blocks.remove(block);
  before.element.focus();
  getSelection().collapse(focusNode, focusOffset);
  blocks.changed(before);
}

function itemToParagraph(block, blocks) {
  const item = block.element.querySelector('li');
  if (!item || item.querySelector('ul,ol')) return false;
  const made = blocks.paragraph(...item.childNodes);
  item.remove();
  blocks.put(blocks.beside(block, -1), made);
  if (block.element.children.length === 0) blocks.remove(block);
  else blocks.changed(block);
  caret(made.element);
  return true;
}

function paste(block, blocks, event) {
  const { element } = block;
  const found = paragraphsOf(event.dataTransfer ?? event.clipboardData);
  if (found.length === 0) return true;
  if (event.inputType === 'insertFromDrop') {
    const [target] = event.getTargetRanges();
    if (target) getSelection().setBaseAndExtent(target.startContainer, target.startOffset, target.endContainer, target.endOffset);
  } else withoutSelection();
  const line = lineOf(element);
  const behind = rest(line);
  const [first, ...more] = found;
  line.append(first);
  if (isText(block)) {
    const made = more.map((piece) => blocks.paragraph(piece));
    blocks.put(block, ...made);
    finish(blocks, made.at(-1) ?? block, (made.at(-1) ?? block).element, behind);
    return true;
  }
  let end = line;
  for (const piece of more) {
    if (line.matches('li,blockquote > p')) {
      const made = newLine(line, piece.childNodes);
      end.after(made);
      end = made;
    } else end.append(document.createElement('br'), piece);
  }
  finish(blocks, block, end, behind);
  return true;
}

/** Sets the caret behind what was pasted, and what stood behind the caret after it. */
function finish(blocks, block, line, behind) {
  caret(line, true);
  const { focusNode, focusOffset } = getSelection();
  line.append(behind);
  getSelection().collapse(focusNode, focusOffset);
  blocks.changed(block);
}
