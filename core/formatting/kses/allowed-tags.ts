/** Constraints on an attribute; `true` (or an object without constraints) allows every value. */
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
/** Allowed attributes by element name (lower case). */
export type AllowedHtml = Readonly<Record<string, AllowedAttributes>>;

type Mutable = Record<string, AllowedAttributes>;

const GLOBAL =
  'aria-controls aria-current aria-describedby aria-details aria-expanded aria-hidden aria-label aria-labelledby aria-live class data-* dir hidden id lang style tabindex title role xml:lang';

const POST = `
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

const MATH_GLOBAL = 'displaystyle mathbackground mathcolor mathsize scriptlevel';
const MATH = `
math: display | annotation: encoding | menclose: notation | merror: | mfrac: linethickness | mi: mathvariant | mmultiscripts: | mn:
mo: fence form largeop lspace maxsize minsize movablelimits rspace separator stretchy symmetric | mover: accent accentunder
mpadded: depth height lspace voffset width | mphantom: | mprescripts: | mroot: | mrow: | ms: | mspace: depth height width
msqrt: | mstyle: | msub: | msubsup: | msup:
mtable: align columnalign columnlines columnspacing frame framespacing rowalign rowlines rowspacing width
mtd: columnalign columnspan rowalign rowspan | mtext: | mtr: columnalign rowalign | munder: accent accentunder
munderover: accent accentunder | semantics:`;

const DATA = `
a: href title | abbr: title | acronym: title | b: | blockquote: cite | cite: | code: | del: datetime | em: | i: | q: cite
s: | strike: | strong:`;

function read(table: string, everywhere = ''): Mutable {
  const out: Mutable = {};
  for (const entry of table.split(/[|\n]/)) {
    const [name = '', attributes = ''] = entry.split(':', 2).map((part) => part.trim());
    if (name === '') continue;
    const names = `${attributes} ${everywhere}`.trim();
    out[name] = Object.fromEntries(names === '' ? [] : names.split(/ +/).map((one): [string, true] => [one, true]));
  }
  return out;
}

/** Returns the elements allowed in posts (`$allowedposttags`). `homePdf` tells whether a URL is a PDF of this site. */
export function postTags(homePdf: (url: string) => boolean): AllowedHtml {
  const tags: Mutable = { ...read(POST, GLOBAL), ...read(MATH, `${GLOBAL} ${MATH_GLOBAL}`) };
  tags['a'] = { ...tags['a'], download: { valueless: 'y' } };
  tags['object'] = {
    ...tags['b'],
    data: { required: true, valueCallback: homePdf },
    type: { required: true, values: ['application/pdf'] },
  };
  return tags;
}

/** Returns the elements allowed in comments and other short texts (`$allowedtags`). */
export function dataTags(): AllowedHtml {
  return read(DATA);
}

/** Like `dataTags`, with `rel` and `target` on links, for descriptions of users and terms. */
export function descriptionTags(): AllowedHtml {
  const tags: Mutable = read(DATA);
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
