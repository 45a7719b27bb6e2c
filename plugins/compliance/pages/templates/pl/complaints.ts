import { heading, list, type Part, text } from '../blocks.js';
import { contact, POLISH, type TemplateData } from '../template-data.js';

/** Complaints: Consumer Rights Act art. 7a, 43a–43g and chapter 5b. */
export function complaints(data: TemplateData): readonly Part[] {
  return [
    heading('Za co odpowiadamy'),
    text(
      'Odpowiadamy wobec konsumenta za brak zgodności towaru z umową, który istniał w chwili dostarczenia i ujawnił się w ciągu dwóch lat od tej chwili. Domniemywa się, że brak zgodności, który ujawnił się w tym czasie, istniał w chwili dostarczenia. To samo dotyczy osoby fizycznej, dla której umowa nie ma charakteru zawodowego.',
    ),
    heading('Czego można żądać'),
    list(
      'Najpierw: naprawy albo wymiany, na nasz koszt, w rozsądnym czasie i bez nadmiernych niedogodności.',
      'W przypadkach określonych w ustawie, w szczególności gdy odmówiliśmy, nie doprowadziliśmy towaru do zgodności, brak zgodności występuje nadal albo jest istotny: obniżenia ceny albo odstąpienia od umowy.',
    ),
    text('Przy treściach i usługach cyfrowych uprawnienia określa rozdział 5b ustawy o prawach konsumenta.'),
    heading('Jak złożyć reklamację'),
    text(`Na adres: ${data.name}, ${data.address}; ${contact(data, POLISH)}. Warto podać:`),
    list(
      'numer zamówienia albo inny dowód zakupu,',
      'opis wady i datę jej stwierdzenia,',
      'żądanie,',
      'dane do odpowiedzi.',
    ),
    text(
      'Towar prosimy udostępnić; odbieramy go na nasz koszt. Żaden z tych elementów nie jest warunkiem przyjęcia reklamacji.',
    ),
    heading('Kiedy odpowiadamy'),
    text(
      'Odpowiadamy w terminie 14 dni od otrzymania reklamacji, na papierze lub innym trwałym nośniku. Brak odpowiedzi w tym terminie oznacza uznanie reklamacji.',
    ),
    ...(data.disputes === '' ? [] : [heading('Gdy się nie zgadzamy'), text(data.disputes)]),
  ];
}
