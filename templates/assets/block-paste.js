// What comes from the clipboard, as paragraphs that hold nothing but what a paragraph may hold.
const KEPT = new Set(['A', 'ABBR', 'B', 'CITE', 'CODE', 'DEL', 'EM', 'I', 'INS', 'KBD', 'MARK', 'Q', 'S', 'SMALL', 'STRONG', 'SUB', 'SUP', 'U']);
const PARTING = new Set(['ADDRESS', 'ARTICLE', 'ASIDE', 'BLOCKQUOTE', 'BODY', 'DD', 'DIV', 'DL', 'DT', 'FIGCAPTION', 'FIGURE', 'FOOTER', 'FORM', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'HEADER', 'HR', 'LI', 'MAIN', 'NAV', 'OL', 'P', 'PRE', 'SECTION', 'TABLE', 'TD', 'TH', 'TR', 'UL']);
const DROPPED = new Set(['BUTTON', 'HEAD', 'IFRAME', 'INPUT', 'MATH', 'META', 'NOSCRIPT', 'OBJECT', 'SCRIPT', 'SELECT', 'STYLE', 'SVG', 'TEMPLATE', 'TEXTAREA', 'TITLE']);

/** The paragraphs of what was copied, each a fragment; lines within one are parted by `<br>`. */
export function paragraphsOf(transfer) {
  const html = transfer.getData('text/html');
  const found = html === '' ? [] : ofHtml(html);
  return found.length > 0 ? found : ofText(transfer.getData('text/plain'));
}

function ofText(text) {
  return text.replace(/\r\n?/g, '\n').split(/\n[^\S\n]*\n\s*/).filter((part) => part.trim() !== '').map((part) => {
    const piece = document.createDocumentFragment();
    part.replace(/^\n|\n$/g, '').split('\n').forEach((line, index) => piece.append(...(index === 0 ? [] : [document.createElement('br')]), line));
    return piece;
  });
}

function ofHtml(html) {
  const done = [];
  let piece = document.createDocumentFragment();
  let copies = new Map();
  const part = () => {
    trim(piece);
    if (piece.textContent.trim() !== '') done.push(piece);
    piece = document.createDocumentFragment();
    copies = new Map();
  };
  const put = (node, around) => {
    let place = piece;
    for (const kept of around) {
      let copy = copies.get(kept);
      if (!copy || copy !== place.lastChild) {
        copy = bare(kept);
        copies.set(kept, copy);
        place.append(copy);
      }
      place = copy;
    }
    place.append(node);
  };
  const walk = (parent, around) => {
    for (const node of parent.childNodes) {
      const name = node.nodeName.toUpperCase();
      if (node.nodeType === Node.TEXT_NODE) put(node.data.replace(/[\t\n\f\r ]+/g, ' '), around);
      else if (name === 'BR') put(document.createElement('br'), around);
      else if (PARTING.has(name)) {
        part();
        walk(node, around);
        part();
      } else if (node.nodeType === Node.ELEMENT_NODE && !DROPPED.has(name)) walk(node, KEPT.has(name) && !isPlain(node) ? [...around, node] : around);
    }
  };
  walk(new DOMParser().parseFromString(html, 'text/html').body, []);
  part();
  return done;
}

/** Word processors wrap a whole text in a bold element that says it is not bold. */
function isPlain(node) {
  return ['B', 'STRONG'].includes(node.nodeName) && /font-weight:\s*(?:normal|[1-5]\d\d)\b/i.test(node.getAttribute('style') ?? '');
}

/** An element without what the page it comes from gave it; a link keeps where it leads. */
function bare(element) {
  const made = document.createElement(element.nodeName);
  if (element.nodeName === 'A' && /^(?:https?:|mailto:|tel:|\/|#)/i.test(element.getAttribute('href') ?? '')) made.setAttribute('href', element.getAttribute('href'));
  return made;
}

function trim(piece) {
  while (piece.firstChild?.nodeName === 'BR' || piece.firstChild?.textContent.trim() === '') piece.firstChild.remove();
  while (piece.lastChild?.nodeName === 'BR' || piece.lastChild?.textContent.trim() === '') piece.lastChild.remove();
  if (piece.firstChild?.nodeType === Node.TEXT_NODE) piece.firstChild.data = piece.firstChild.data.trimStart();
  if (piece.lastChild?.nodeType === Node.TEXT_NODE) piece.lastChild.data = piece.lastChild.data.trimEnd();
}
