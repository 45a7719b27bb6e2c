const SPECIAL_LETTERS: Record<string, string> = {
  ª: 'a',
  º: 'o',
  Æ: 'AE',
  Ð: 'D',
  Ø: 'O',
  Þ: 'TH',
  ß: 's',
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  þ: 'th',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ĳ: 'IJ',
  ĳ: 'ij',
  ĸ: 'k',
  Ŀ: 'L',
  ŀ: 'l',
  Ł: 'L',
  ł: 'l',
  ŉ: 'n',
  Ŋ: 'N',
  ŋ: 'n',
  Œ: 'OE',
  œ: 'oe',
  Ŧ: 'T',
  ŧ: 't',
  ſ: 's',
  Ə: 'E',
  ǝ: 'e',
  '€': 'E',
  '£': '',
  ɑ: 'a',
};

const GERMAN_LETTERS: Record<string, string> = { Ä: 'Ae', ä: 'ae', Ö: 'Oe', ö: 'oe', Ü: 'Ue', ü: 'ue', ß: 'ss' };
const DANISH_LETTERS: Record<string, string> = { Æ: 'Ae', æ: 'ae', Ø: 'Oe', ø: 'oe', Å: 'Aa', å: 'aa' };
const SERBIAN_LETTERS: Record<string, string> = { Đ: 'DJ', đ: 'dj' };

function lettersOfLocale(locale: string): Record<string, string> {
  if (/^de_(?:DE|CH|AT)(?:_|$)/.test(locale) || locale === 'de') return GERMAN_LETTERS;
  if (locale === 'da_DK') return DANISH_LETTERS;
  if (locale === 'sr_RS' || locale === 'bs_BA') return SERBIAN_LETTERS;
  return {};
}

/**
 * Latin letters whose Unicode decomposition contains the base letter: Latin-1, Extended-A, Romanian, Pinyin,
 * Vietnamese.
 */
const DECOMPOSABLE = /[\u00C0-\u017F\u01A0\u01A1\u01AF\u01B0\u01CD-\u01DC\u0218-\u021B\u1EA0-\u1EF9]/;

/**
 * Replaces accented Latin letters and `€` with ASCII letters (`remove_accents`). Other scripts are unchanged.
 * @param locale some languages have other replacements, such as `ae` for `ä`
 * @since 0.1.0
 */
export function removeAccents(text: string, locale = 'en_US'): string {
  if (!/[\x80-\u{10FFFF}]/u.test(text)) return text;
  const local = lettersOfLocale(locale);
  const composed = text.normalize('NFC');
  const catalanJoined = locale === 'ca' ? composed.replaceAll('l·l', 'll') : composed;
  return catalanJoined.replace(/[\x80-\uFFFF]/g, (character) => {
    const plain = local[character] ?? SPECIAL_LETTERS[character];
    if (plain !== undefined) return plain;
    return DECOMPOSABLE.test(character) ? character.normalize('NFD').replace(/[\u0300-\u036F]/g, '') : character;
  });
}
