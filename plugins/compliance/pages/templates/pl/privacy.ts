import { heading, list, type Part, text } from '../blocks.js';
import { contact, identity, POLISH, type TemplateData } from '../template-data.js';

/** Days for which a visitor's session, and a login that is remembered, last. */
const VISITOR_DAYS = 14;
const LOGIN_DAYS = 14;

/** Privacy policy: GDPR art. 13. */
export function privacy(data: TemplateData): readonly Part[] {
  return [
    heading('1. Administrator danych'),
    text(
      `Administratorem danych osobowych jest ${identity(data, POLISH)}. Kontakt w sprawach danych osobowych: ${contact(data, POLISH)}. Administrator nie wyznaczył inspektora ochrony danych.`,
    ),
    heading('2. Cele i podstawy prawne przetwarzania'),
    list(
      'zawarcie i wykonanie umowy, obsługa zamówienia i konta: art. 6 ust. 1 lit. b RODO,',
      'zapamiętanie koszyka, listy życzeń i danych wpisanych przy składaniu zamówienia, także jeżeli zamówienie nie zostało wysłane: działania przed zawarciem umowy na żądanie osoby, art. 6 ust. 1 lit. b RODO,',
      'powiadomienie o dostępności produktu na podany adres e-mail: art. 6 ust. 1 lit. b RODO,',
      'publikacja opinii o produkcie wraz z podanym imieniem lub nazwą autora i sprawdzenie, czy kupił on produkt: prawnie uzasadniony interes polegający na informowaniu klientów, art. 6 ust. 1 lit. f, oraz obowiązek prawny, art. 6 ust. 1 lit. c RODO,',
      'przyjmowanie oświadczeń o odstąpieniu od umowy, ich potwierdzanie i dowód: obowiązek prawny, art. 6 ust. 1 lit. c RODO,',
      'rozpatrywanie zgłoszeń nielegalnych treści i odwołań: obowiązek prawny, art. 6 ust. 1 lit. c RODO w związku z art. 16, 17 i 20 rozporządzenia (UE) 2022/2065,',
      'dzienniki serwera i zdarzeń z adresem IP, ochrona przed nadużyciami: prawnie uzasadniony interes polegający na bezpieczeństwie sklepu, art. 6 ust. 1 lit. f RODO,',
      'wystawianie faktur, prowadzenie ksiąg, rozpatrywanie reklamacji i odstąpień od umowy: obowiązek prawny, art. 6 ust. 1 lit. c RODO,',
      'odpowiedzi na pytania, bezpieczeństwo sklepu, ustalanie, dochodzenie i obrona roszczeń: prawnie uzasadniony interes administratora, art. 6 ust. 1 lit. f RODO,',
      'wykazanie udzielonych zgód (treść, data, skrócony adres IP): obowiązek rozliczalności, art. 6 ust. 1 lit. c w związku z art. 7 ust. 1 RODO,',
      'wysyłanie informacji handlowych i przypomnień o opinii: zgoda, art. 6 ust. 1 lit. a RODO.',
    ),
    heading('3. Odbiorcy danych'),
    text(
      'Dane otrzymują w niezbędnym zakresie: przewoźnicy i operatorzy pocztowi, dostawcy płatności, dostawca hostingu i poczty elektronicznej, biuro rachunkowe, doradcy prawni, a także organy uprawnione na podstawie przepisów prawa.',
    ),
    heading('4. Przekazywanie poza Europejski Obszar Gospodarczy'),
    text(
      'Dane co do zasady nie są przekazywane poza Europejski Obszar Gospodarczy. Jeżeli któryś z dostawców przetwarza je poza nim, następuje to na podstawie decyzji Komisji Europejskiej stwierdzającej odpowiedni stopień ochrony albo standardowych klauzul umownych, których kopię można otrzymać od administratora.',
    ),
    heading('5. Czas przechowywania'),
    list(
      'dane zamówień: do przedawnienia roszczeń, a dokumenty księgowe przez 5 lat od końca roku, w którym upłynął termin płatności podatku,',
      'dane konta, w tym lista życzeń: do jego usunięcia,',
      `koszyk, lista życzeń bez konta i dane wpisane w niewysłanym zamówieniu: ${VISITOR_DAYS} dni od ostatniej zmiany,`,
      'adres do powiadomienia o dostępności: do wysłania powiadomienia lub rezygnacji, najwyżej rok, a niepotwierdzony 3 dni,',
      'opinie: do ich usunięcia przez autora lub sklep,',
      'oświadczenia o odstąpieniu: do przedawnienia roszczeń; zgłoszenia nielegalnych treści i odwołania: do 3 lat od rozpatrzenia,',
      'dzienniki serwera i zdarzeń: tak długo, jak wymaga tego bezpieczeństwo sklepu,',
      'korespondencja: do zakończenia sprawy i przedawnienia związanych z nią roszczeń,',
      'dane przetwarzane na podstawie zgody: do jej wycofania, a dowód jej udzielenia do przedawnienia roszczeń.',
    ),
    heading('6. Twoje prawa'),
    text(
      'Masz prawo dostępu do danych i otrzymania ich kopii, sprostowania, usunięcia, ograniczenia przetwarzania oraz przenoszenia danych. Masz prawo sprzeciwu wobec przetwarzania opartego na prawnie uzasadnionym interesie, a wobec marketingu bezpośredniego w każdej chwili i bez podania przyczyny.',
    ),
    text(
      'Zgodę możesz wycofać w każdej chwili, równie łatwo, jak ją wyrażono, także pisząc na adres podany w punkcie 1; nie wpływa to na zgodność z prawem przetwarzania przed jej wycofaniem.',
    ),
    text(
      'Masz prawo wnieść skargę do Prezesa Urzędu Ochrony Danych Osobowych, ul. Stefana Moniuszki 1A, 00-014 Warszawa, lub do organu państwa, w którym mieszkasz.',
    ),
    heading('7. Czy musisz podać dane'),
    text(
      'Podanie danych jest dobrowolne, ale bez danych oznaczonych jako wymagane nie można zawrzeć i wykonać umowy ani odpowiedzieć na zgłoszenie. Podanie danych do faktury jest wymogiem ustawowym.',
    ),
    heading('8. Profilowanie'),
    text(
      'Administrator nie podejmuje decyzji opartych wyłącznie na zautomatyzowanym przetwarzaniu, w tym profilowaniu, które wywoływałyby skutki prawne lub w podobny sposób istotnie wpływały na klienta.',
    ),
    heading('9. Pliki cookie'),
    text(
      'Sklep zapisuje na urządzeniu tylko własne pliki cookie, niezbędne do działania, i tylko wtedy, gdy są potrzebne. Podmioty trzecie nie mają do nich dostępu. Są to:',
    ),
    list(
      `plinth_visitor_…: sesja, w tym koszyk i lista życzeń bez konta oraz ochrona formularzy; ${VISITOR_DAYS} dni od ostatniej zmiany,`,
      `wordpress_logged_in_…: logowanie; do zamknięcia przeglądarki, a po wybraniu „Zapamiętaj mnie” ${LOGIN_DAYS} dni,`,
      'wordpress_test_cookie: sprawdzenie przy logowaniu, czy przeglądarka przyjmuje pliki cookie; do zamknięcia przeglądarki,',
      'wp_lang: wybrany język; 365 dni,',
      'comment_author_…: imię i adres e-mail autora komentarza, tylko za jego zgodą; 347 dni.',
    ),
    text(
      'Nie wymagają one zgody (art. 399 Prawa komunikacji elektronicznej). Innych plików cookie, w tym analitycznych i reklamowych, sklep używa tylko po uzyskaniu zgody. Pliki cookie można usunąć lub zablokować w ustawieniach przeglądarki; bez niezbędnych koszyk i logowanie nie będą działać.',
    ),
    text(`Polityka obowiązuje od ${data.date}`),
  ];
}
