/** Constraints on the value of an attribute. With `true` or without constraints, every value is allowed. */
export interface AttributeLimits {
  required?: boolean;
  values?: readonly string[];
  maxlen?: number;
  minlen?: number;
  maxval?: number;
  minval?: number;
  valueless?: 'y' | 'n';
  valueCallback?: (value: string) => boolean;
}
export type AllowedAttributes = Readonly<Record<string, true | AttributeLimits>>;
/** Allowed attributes by element name in lower case. */
export type AllowedHtml = Readonly<Record<string, AllowedAttributes>>;

type MutableAllowedHtml = Record<string, AllowedAttributes>;

const GLOBAL_ATTRIBUTES =
  'aria-controls aria-current aria-describedby aria-details aria-expanded aria-hidden aria-label aria-labelledby aria-live class data-* dir hidden id lang style tabindex title role xml:lang';

const POST_ELEMENTS = `
address: | a: href rel rev name target | abbr: | acronym: | area: alt coords href nohref shape target | article: align
aside: align | audio: autoplay controls loop muted preload src | b: | bdo: | big: | blockquote: cite | br:
button: command commandfor disabled name type value popovertarget popovertargetaction aria-haspopup | caption: align | cite: | code: | col: align char charoff span valign width
colgroup: align char charoff span valign width | data: value | del: datetime | dd: | dfn: | details: align open name
dialog: closedby open popover autofocus | div: align popover | dl: | dt:
em: | fieldset: | figure: align | figcaption: align | font: color face size | footer: align | h1: align | h2: align
h3: align | h4: align | h5: align | h6: align | header: align | hgroup: align | hr: align noshade size width | i:
img: alt align border height hspace loading longdesc vspace src usemap width | ins: datetime cite | kbd: | label: for
legend: align | li: align value | main: align | map: name | mark: | menu: type
meter: high low max min optimum value | nav: align | p: align | pre: width | progress: max value
q: cite | rb: | rp: | rt: | rtc: | ruby: | s: | samp: | search: | span: align | section: align | small: | strike:
strong: | sub: | summary: align | sup: | table: align bgcolor border cellpadding cellspacing rules summary width
tbody: align char charoff valign
td: abbr align axis bgcolor char charoff colspan headers height nowrap rowspan scope valign width
textarea: cols rows disabled name readonly | tfoot: align char charoff valign
th: abbr align axis bgcolor char charoff colspan headers height nowrap rowspan scope valign width
thead: align char charoff valign | time: datetime | title: | tr: align bgcolor char charoff valign | track: default kind label src srclang
tt: | u: | ul: type popover | ol: start type reversed | var:
video: autoplay controls height loop muted playsinline poster preload src width | wbr:`;

const MATH_ATTRIBUTES = 'displaystyle mathbackground mathcolor mathsize scriptlevel';
const MATH_ELEMENTS = `
math: display | annotation: encoding | menclose: notation | merror: | mfrac: linethickness | mi: mathvariant | mmultiscripts: | mn:
mo: fence form largeop lspace maxsize minsize movablelimits rspace separator stretchy symmetric | mover: accent accentunder
mpadded: depth height lspace voffset width | mphantom: | mprescripts: | mroot: | mrow: | ms: | mspace: depth height width
msqrt: | mstyle: | msub: | msubsup: | msup:
mtable: align columnalign columnlines columnspacing frame framespacing rowalign rowlines rowspacing width
mtd: columnalign columnspan rowalign rowspan | mtext: | mtr: columnalign rowalign | munder: accent accentunder
munderover: accent accentunder | semantics:`;

const DATA_ELEMENTS = `
a: href title | abbr: title | acronym: title | b: | blockquote: cite | cite: | code: | del: datetime | em: | i: | q: cite
s: | strike: | strong:`;

function parseTable(table: string, commonAttributes = ''): MutableAllowedHtml {
  const out: MutableAllowedHtml = {};
  for (const entry of table.split(/[|\n]/)) {
    const [name = '', attributes = ''] = entry.split(':', 2).map((part) => part.trim());
    if (name === '') continue;
    const names = `${attributes} ${commonAttributes}`.trim();
    out[name] = Object.fromEntries(
      names === '' ? [] : names.split(/ +/).map((attribute): [string, true] => [attribute, true]),
    );
  }
  return out;
}

/** Returns the elements allowed in posts (`$allowedposttags`). `isLocalPdf`: whether a URL is a PDF of this site. */
export function postTags(isLocalPdf: (url: string) => boolean): AllowedHtml {
  const tags: MutableAllowedHtml = {
    ...parseTable(POST_ELEMENTS, GLOBAL_ATTRIBUTES),
    ...parseTable(MATH_ELEMENTS, `${GLOBAL_ATTRIBUTES} ${MATH_ATTRIBUTES}`),
  };
  tags['a'] = { ...tags['a'], download: { valueless: 'y' } };
  tags['object'] = {
    ...tags['b'],
    data: { required: true, valueCallback: isLocalPdf },
    type: { required: true, values: ['application/pdf'] },
  };
  return tags;
}

/** Returns the elements that are allowed in comments and other short texts (`$allowedtags`). */
export function dataTags(): AllowedHtml {
  return parseTable(DATA_ELEMENTS);
}

/** Returns the elements allowed in descriptions of users and terms: as in `dataTags`, with `rel` and `target`. */
export function descriptionTags(): AllowedHtml {
  const tags: MutableAllowedHtml = parseTable(DATA_ELEMENTS);
  tags['a'] = { ...tags['a'], rel: true, target: true };
  return tags;
}

/** Attributes whose value is a URL (`wp_kses_uri_attributes`). */
export const URI_ATTRIBUTES: readonly string[] = [
  'action',
  'archive',
  'background',
  'cite',
  'classid',
  'codebase',
  'data',
  'formaction',
  'href',
  'icon',
  'longdesc',
  'manifest',
  'poster',
  'profile',
  'src',
  'usemap',
  'xmlns',
];
