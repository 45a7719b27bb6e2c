import { parseFragment } from 'parse5';

/** The named character references of HTML 4.01, and `apos` (`$allowedentitynames`). The names are case-sensitive. */
export const ENTITY_NAMES: ReadonlySet<string> = new Set(
  (
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn acute micro para middot ' +
    'cedil ordm raquo iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute ' +
    'Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave ' +
    'aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ' +
    'ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml quot amp lt gt apos OElig oelig Scaron ' +
    'scaron Yuml circ tilde ensp emsp thinsp zwnj zwj lrm rlm ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo dagger Dagger ' +
    'permil lsaquo rsaquo euro fnof Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho ' +
    'Sigma Tau Upsilon Phi Chi Psi Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi ' +
    'rho sigmaf sigma tau upsilon phi chi psi omega thetasym upsih piv bull hellip prime Prime oline frasl weierp image real ' +
    'trade alefsym larr uarr rarr darr harr crarr lArr uArr rArr dArr hArr forall part exist empty nabla isin notin ni prod ' +
    'sum minus lowast radic prop infin ang and or cap cup int sim cong asymp ne equiv le ge sub sup nsub sube supe oplus ' +
    'otimes perp sdot lceil rceil lfloor rfloor lang rang loz spades clubs hearts diams sup1 sup2 sup3 frac14 frac12 frac34 ' +
    'there4'
  ).split(' '),
);

/** The named character references of XML. */
const XML_ENTITY_NAMES: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'apos', 'quot']);

/** Whether a code point may appear in XML text (`valid_unicode`). */
function isXmlCharacter(point: number): boolean {
  return (
    point === 0x9 ||
    point === 0xa ||
    point === 0xd ||
    (point >= 0x20 && point <= 0xd7ff) ||
    (point >= 0xe000 && point <= 0xfffd) ||
    (point >= 0x10000 && point <= 0x10ffff)
  );
}

/** Decodes a named character reference by the rules of HTML. */
export function decodeNamed(name: string): string {
  const node = parseFragment(`&${name};`).childNodes[0];
  return node && 'value' in node ? node.value : `&${name};`;
}

/**
 * Escapes every `&` that does not start a valid reference, and normalizes valid ones (`wp_kses_normalize_entities`).
 * @param context `xml` allows only the five names of XML; other names are replaced with their characters
 * @since 0.1.0
 */
export function wpKsesNormalizeEntities(text: string, context: 'html' | 'xml' = 'html'): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:([A-Za-z]{2,8}[0-9]{0,2});|#(0*[0-9]{1,7});|#[Xx](0*[0-9A-Fa-f]{1,6});)?/g,
    (entity, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) {
        if (context === 'xml' && !XML_ENTITY_NAMES.has(name))
          return ENTITY_NAMES.has(name) ? decodeNamed(name) : `&amp;${name};`;
        return ENTITY_NAMES.has(name) ? entity : `&amp;${name};`;
      }
      if (decimal !== undefined) {
        const digits = decimal.replace(/^0+/, '');
        return isXmlCharacter(Number(digits)) ? `&#${digits.padStart(3, '0')};` : `&amp;#${decimal};`;
      }
      if (hex !== undefined) {
        const digits = hex.replace(/^0+/, '');
        return isXmlCharacter(parseInt(digits || '0', 16)) ? `&#x${digits};` : `&amp;${entity.slice(1)}`;
      }
      return `&amp;${entity.slice(1)}`;
    },
  );
}

/** Decodes an attribute value by the rules of HTML. */
export function decodeAttribute(value: string): string {
  if (!value.includes('&')) return value;
  const node = parseFragment(`<wp a="${value.replaceAll('"', '&quot;')}">`).childNodes[0];
  return node && 'attrs' in node ? (node.attrs[0]?.value ?? '') : value;
}

/** Decodes numeric character references (`wp_kses_decode_entities`). */
export function wpKsesDecodeEntities(text: string): string {
  const toCharacter = (point: number): string =>
    point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? '' : String.fromCodePoint(point);
  return text
    .replace(/&#([0-9]+);/g, (_entity, digits: string) => toCharacter(Number(digits)))
    .replace(/&#[Xx]([0-9A-Fa-f]+);/g, (_entity, digits: string) => toCharacter(parseInt(digits, 16)));
}
