import { heading, list, type Part, text } from '../blocks.js';
import { contact, POLISH, type TemplateData } from '../template-data.js';

/**
 * Accessibility of the service: Directive (EU) 2019/882, annex V; Polish act of 26 April 2024. Micro-enterprises that
 * provide services are exempt.
 */
export function accessibility(data: TemplateData): readonly Part[] {
  return [
    heading('O sklepie'),
    text(
      `Sklep prowadzi ${data.name}. Umożliwia wyszukanie i porównanie produktów, złożenie i opłacenie zamówienia oraz obsługę konta, reklamacji i odstąpienia od umowy.`,
    ),
    heading('Jak sklep spełnia wymagania dostępności'),
    list(
      'Strony sklepu można obsłużyć samą klawiaturą; widać, gdzie jest fokus, a na początku strony jest odnośnik do treści.',
      'Nagłówki, listy, pola i komunikaty błędów są oznaczone tak, że odczyta je czytnik ekranu; błędy są opisane słowami przy polu i nad formularzem.',
      'Zakup i złożenie oświadczeń jest możliwe bez JavaScriptu, na małym ekranie i przy powiększeniu tekstu.',
      'Wygląd dostosowuje się do jasnego i ciemnego trybu urządzenia.',
      'Język strony jest oznaczony i można go zmienić odnośnikiem na każdej stronie.',
    ),
    heading('Czego jeszcze nie zapewniamy'),
    text(
      'Opisy obrazów produktów zależą od tego, co dodaliśmy przy produkcie, i mogą być skrócone. Strony zewnętrznych dostawców płatności i dostawy mają własne rozwiązania, na które nie mamy wpływu.',
    ),
    heading('Napisz do nas'),
    text(
      `Jeżeli coś jest niedostępne, napisz lub zadzwoń: ${contact(data, POLISH)}. Podaj adres strony i opis trudności; w razie potrzeby przyjmiemy zamówienie lub oświadczenie w inny sposób. Jeżeli nie rozwiążemy problemu, można zawiadomić Prezesa Zarządu Państwowego Funduszu Rehabilitacji Osób Niepełnosprawnych.`,
    ),
    text(`Stan na ${data.date}`),
  ];
}
