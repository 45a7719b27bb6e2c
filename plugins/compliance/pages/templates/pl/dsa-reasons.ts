import { heading, list, type Part, text } from '../blocks.js';
import { contact, POLISH, type TemplateData } from '../template-data.js';

/** Content of a statement of reasons: Regulation (EU) 2022/2065, art. 17. */
export function dsaReasons(data: TemplateData): readonly Part[] {
  return [
    heading('Kto dostaje uzasadnienie'),
    text(
      'Każdy, czyją treść (na przykład opinię lub komentarz) usunęliśmy, ukryliśmy albo czyje konto zawiesiliśmy, o ile mamy jego adres elektroniczny. Uzasadnienie wysyłamy najpóźniej z chwilą, od której ograniczenie działa.',
    ),
    heading('Co zawiera'),
    list(
      'na czym polega ograniczenie, czego i jakiego obszaru dotyczy oraz jak długo trwa,',
      'fakty i okoliczności, na których się opiera, w tym czy wynika ze zgłoszenia, czy z naszego własnego sprawdzenia,',
      'czy użyto środków zautomatyzowanych,',
      'przy treści nielegalnej: podstawę prawną i wyjaśnienie, dlaczego treść ją narusza,',
      `przy treści niezgodnej z naszymi zasadami: postanowienie strony „${data.titles.terms}” lub „${data.titles.dsa_report}” i wyjaśnienie,`,
      'jak można się odwołać: do nas, na drodze pozasądowej i przed sądem.',
    ),
    heading('Odwołanie'),
    text(
      `Odwołać się można w terminie 6 miesięcy, odpowiadając na wiadomość z uzasadnieniem lub pisząc: ${contact(data, POLISH)}. Odwołanie rozpatruje człowiek.`,
    ),
  ];
}
