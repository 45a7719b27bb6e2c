import type { LegalPageType } from '../../page-type.js';
import { heading, list, type Part, steps, text } from '../blocks.js';
import { contact, identity, link, listMethods, POLISH, type ShopFacts, type TemplateData } from '../template-data.js';

const PRICES: Readonly<Record<ShopFacts['prices'], string>> = {
  gross: 'Zawierają podatki.',
  net: 'Przy produktach są podane bez podatku; kwotę do zapłaty z podatkiem podsumowanie pokazuje przed złożeniem zamówienia.',
  both: 'Są podane z podatkiem i bez podatku; do zapłaty jest kwota z podatkiem.',
  exempt: 'Sprzedawca korzysta ze zwolnienia z VAT, więc ceny nie zawierają tego podatku.',
};
const ATTACHED: Readonly<Partial<Record<LegalPageType, string>>> = {
  terms: 'regulamin',
  withdrawal: 'pouczenie o odstąpieniu od umowy',
  privacy: 'politykę prywatności',
};

/** Participation in out-of-court dispute resolution: Act of 23 September 2016, art. 31 and 32. */
const PARTICIPATION: Readonly<Record<string, string | undefined>> = {
  case: 'Jeżeli po złożeniu reklamacji spór nie został rozwiązany, Sprzedawca przekazuje konsumentowi na papierze lub innym trwałym nośniku oświadczenie, czy zgadza się na udział w postępowaniu w sprawie pozasądowego rozwiązania tego sporu.',
  yes: 'Sprzedawca zgadza się na udział w postępowaniach w sprawie pozasądowego rozwiązywania sporów konsumenckich przed wojewódzkim inspektorem Inspekcji Handlowej.',
  no: 'Sprzedawca nie bierze udziału w postępowaniach w sprawie pozasądowego rozwiązywania sporów konsumenckich i nie jest do tego zobowiązany.',
};

/** Terms: UŚUDE art. 5 and 8; Consumer Rights Act art. 8, 12, 13, 20–21, chapters 4, 5a and 5b. */
export function terms(data: TemplateData): readonly Part[] {
  const { shop } = data;
  const attached = shop.attachedPages
    .map((type) => ATTACHED[type] ?? '')
    .filter((phrase) => phrase !== '')
    .join(', ');
  return [
    heading('1. Sprzedawca i kontakt'),
    text(`Sklep internetowy prowadzi ${identity(data, POLISH)} (dalej: Sprzedawca).`),
    text(
      `Ze Sprzedawcą można się skontaktować pod adresem pocztowym podanym wyżej oraz: ${contact(data, POLISH)}. Koszt połączenia jest zgodny z taryfą operatora klienta.`,
    ),
    heading('2. Czego dotyczy regulamin'),
    text(
      'Regulamin określa zasady zawierania umów sprzedaży i umów o dostarczanie treści cyfrowych przez sklep, zasady świadczenia usług drogą elektroniczną, tryb reklamacji oraz prawa konsumenta. Można go w każdej chwili pobrać, zapisać i wydrukować.',
    ),
    text(
      'Konsumentem jest osoba fizyczna, która kupuje w celu niezwiązanym bezpośrednio z jej działalnością gospodarczą lub zawodową. Postanowienia o konsumencie stosuje się także do osoby fizycznej, która kupuje w związku z działalnością gospodarczą, jeżeli z treści umowy wynika, że umowa nie ma dla niej charakteru zawodowego.',
    ),
    heading('3. Usługi świadczone drogą elektroniczną'),
    text('Sprzedawca bezpłatnie świadczy drogą elektroniczną następujące usługi:'),
    list(
      'przeglądanie oferty i wyszukiwanie produktów,',
      'koszyk i formularz zamówienia,',
      'konto klienta,',
      'lista życzeń, opinie o produktach i powiadomienia o dostępności produktu, jeżeli sklep je udostępnia,',
      'informacje handlowe i przypomnienia o opinii, wysyłane pocztą elektroniczną osobom, które się na nie zgodziły,',
      `formularze: ${['kontaktowy', data.withdrawalUrl && 'odstąpienia od umowy', data.reportUrl && 'zgłoszenia nielegalnych treści'].filter((form) => form !== '').join(', ')}.`,
    ),
    text(
      'Wymagania techniczne: urządzenie z dostępem do internetu, aktualna przeglądarka internetowa z obsługą plików cookie oraz, do złożenia zamówienia, adres e-mail. Obsługa JavaScript nie jest konieczna.',
    ),
    text(
      'Klient nie może dostarczać treści o charakterze bezprawnym, w szczególności naruszających prawa osób trzecich, ani działać w sposób zakłócający pracę sklepu.',
    ),
    text(
      'Umowa o prowadzenie konta jest zawierana z chwilą założenia konta na czas nieoznaczony. Klient może ją rozwiązać w każdej chwili, bez podania przyczyny i bez kosztów, wysyłając wiadomość do Sprzedawcy. Sprzedawca może ją wypowiedzieć z ważnej przyczyny (naruszenie prawa lub regulaminu, zakończenie działalności sklepu) z 14-dniowym terminem. Umowa o powiadomienie o dostępności jest zawierana z chwilą potwierdzenia adresu e-mail i kończy się z wysłaniem powiadomienia, rezygnacją lub po roku. Umowa o przesyłanie informacji handlowych jest zawierana z chwilą wyrażenia zgody i kończy się z jej wycofaniem. Opinię jej autor może w każdej chwili kazać usunąć. Pozostałe usługi kończą się z opuszczeniem strony lub wykonaniem czynności.',
    ),
    text(
      'Reklamacje dotyczące usług elektronicznych można składać na adres e-mail Sprzedawcy; odpowiedź jest udzielana w terminie 14 dni.',
    ),
    heading('4. Jak złożyć zamówienie'),
    steps(
      'Dodaj produkty do koszyka i przejdź do zamówienia.',
      'Podaj dane do zamówienia oraz wybierz sposób dostawy i płatności.',
      'Sprawdź podsumowanie: produkty, ceny, koszt dostawy i łączną kwotę. Do tej chwili możesz poprawić każdy błąd, wracając do poprzedniego kroku.',
      `Naciśnij przycisk „${data.orderButton}”. Z tą chwilą składasz zamówienie, które zobowiązuje do zapłaty.`,
    ),
    text(
      `Niezwłocznie po złożeniu zamówienia wysyłamy e-mail z potwierdzeniem, niezależnie od wybranego sposobu płatności${shop.payments.some(({ id }) => id === 'cod') ? ' (także przy płatności przy odbiorze)' : ''}. Z chwilą jego otrzymania umowa zostaje zawarta. Potwierdzenie zawiera numer zamówienia, produkty, ceny i sposób dostawy${attached === '' ? '' : `, a w załączniku, na trwałym nośniku: ${attached}`}. Umowę można zawrzeć w języku polskim i angielskim.`,
    ),
    heading('5. Ceny i płatność'),
    text(
      `Ceny są podane w walucie wskazanej przy produkcie. ${PRICES[shop.prices]} Koszt dostawy jest podany osobno przed złożeniem zamówienia.${shop.lowestPriceDays > 0 ? ` Przy obniżce podajemy obok ceny obniżonej najniższą cenę z ${shop.lowestPriceDays} dni przed wprowadzeniem obniżki.` : ''}`,
    ),
    text('Ceny nie są indywidualnie dostosowywane na podstawie zautomatyzowanego podejmowania decyzji.'),
    text(
      `Dostępne sposoby płatności są pokazane najpóźniej na początku składania zamówienia${shop.payments.length > 0 ? `: ${listMethods(shop.payments)}` : ''}.${shop.transferDays > 0 && shop.payments.some(({ id }) => id === 'transfer') ? ` Na przelew czekamy ${shop.transferDays} dni; potem zamówienie zostaje anulowane.` : ''}`,
    ),
    heading('6. Dostawa'),
    text(
      `Sposoby, koszty i ewentualne ograniczenia dostawy, w tym obsługiwane kraje, są pokazane przy składaniu zamówienia i na stronie „${data.titles.delivery}”${shop.deliveries.length > 0 ? `: ${listMethods(shop.deliveries)}` : ''}. ${shop.freeDeliveryFrom === '' ? '' : `Dostawa kurierem jest bezpłatna przy produktach za co najmniej ${shop.freeDeliveryFrom}. `}${shop.deliveryTime === '' ? '' : `Zwykły czas dostawy: ${shop.deliveryTime}. `}Czas dostawy jest podany przy produkcie; jeżeli nie podano innego, dostawa następuje nie później niż w 30 dni od zawarcia umowy.`,
    ),
    text(
      'Jeżeli Sprzedawca nie może spełnić świadczenia, bo towar jest niedostępny, niezwłocznie, najpóźniej w 30 dni od zawarcia umowy, zawiadamia klienta i zwraca całą otrzymaną kwotę.',
    ),
    heading('7. Odstąpienie od umowy'),
    text(
      `Konsument może odstąpić od umowy bez podania przyczyny w terminie ${data.withdrawalDays} dni. Termin biegnie od objęcia towaru w posiadanie, a przy usługach i treściach cyfrowych od zawarcia umowy. Wystarczy wysłać oświadczenie przed jego upływem.`,
    ),
    text(
      data.withdrawalUrl === ''
        ? 'Oświadczenie można złożyć w dowolny sposób.'
        : `Oświadczenie można złożyć w dowolny sposób, także przez funkcję „${data.withdrawalTexts}” dostępną przez cały ten czas na każdej stronie sklepu i pod adresem ${link(data.withdrawalUrl)}. Złożenie oświadczenia przez tę funkcję niezwłocznie potwierdzamy e-mailem z jego treścią, datą i godziną.`,
    ),
    text(
      `Pełne pouczenie, skutki odstąpienia, wyjątki i wzór formularza znajdują się na stronie „${data.titles.withdrawal}”.`,
    ),
    text(
      'Jeżeli prawo odstąpienia od umowy o dany produkt nie przysługuje albo wygasa przed terminem (art. 38 ustawy o prawach konsumenta), informujemy o tym na stronie produktu, w koszyku i przy składaniu zamówienia.',
    ),
    heading('8. Zgodność towaru z umową i reklamacje'),
    text(
      'Sprzedawca ma obowiązek dostarczyć towar zgodny z umową i odpowiada wobec konsumenta za brak zgodności istniejący w chwili dostarczenia i ujawniony w ciągu dwóch lat od tej chwili (rozdział 5a ustawy o prawach konsumenta).',
    ),
    text(
      'Jeżeli towar jest niezgodny z umową, konsument może żądać jego naprawy lub wymiany, na koszt Sprzedawcy i w rozsądnym czasie. W przypadkach określonych w ustawie, w szczególności gdy Sprzedawca odmówił, nie doprowadził towaru do zgodności lub brak zgodności jest istotny, konsument może złożyć oświadczenie o obniżeniu ceny albo o odstąpieniu od umowy.',
    ),
    text(
      'Reklamację można złożyć na adres e-mail lub pocztowy Sprzedawcy. Warto podać numer zamówienia, opis wady i żądanie. Sprzedawca odpowiada w terminie 14 dni od otrzymania reklamacji; brak odpowiedzi w tym terminie oznacza jej uznanie. Gwarancja producenta, jeżeli została udzielona, nie wyłącza tych uprawnień.',
    ),
    heading('9. Treści i usługi cyfrowe'),
    text(
      'Do umów o dostarczanie treści lub usług cyfrowych stosuje się przepisy rozdziału 5b ustawy o prawach konsumenta. Sprzedawca dostarcza treść cyfrową niezwłocznie po zapłacie, a gdy konsument nie zgodził się na dostarczenie przed upływem terminu odstąpienia: po jego upływie. Sprzedawca zapewnia aktualizacje konieczne do zachowania jej zgodności z umową. Wymagania techniczne i informacje o interoperacyjności są podane w opisie produktu.',
    ),
    heading('10. Opinie i kolejność wyników'),
    text(
      'Jeżeli w sklepie są dostępne opinie o produktach, przy opiniach podajemy, czy i jak sprawdzamy, że pochodzą od osób, które produkt kupiły lub go używały. Nie zamieszczamy ani nie zlecamy zamieszczania nieprawdziwych opinii.',
    ),
    text(
      'O kolejności wyników wyszukiwania decydują: zgodność z wpisaną frazą, dostępność i ocena produktu. Pozycji w wynikach nie można kupić.',
    ),
    ...(shop.rankingParameters.length === 0
      ? []
      : [
          text(
            `Sklep przesuwa też produkty na początek lub koniec list i wyników wyszukiwania, biorąc pod uwagę: ${shop.rankingParameters.join(', ')}.`,
          ),
        ]),
    heading('11. Nielegalne treści'),
    text(
      `Treści nielegalne można zgłosić ${data.reportUrl === '' ? 'na adres e-mail Sprzedawcy' : `pod adresem ${link(data.reportUrl)}`}. Zasady rozpatrywania zgłoszeń opisuje strona „${data.titles.dsa_report}”. Od decyzji można się bezpłatnie odwołać w terminie 6 miesięcy na stronie sprawy, której adres podajemy w wiadomości o decyzji, lub odpowiadając na tę wiadomość.`,
    ),
    heading('12. Pozasądowe rozwiązywanie sporów'),
    ...(data.disputes === '' ? [] : [text(data.disputes)]),
    text(PARTICIPATION[data.disputeParticipation] ?? ''),
    heading('13. Dane osobowe'),
    text(`Zasady przetwarzania danych osobowych opisuje strona „${data.titles.privacy}”.`),
    heading('14. Zmiany regulaminu i postanowienia końcowe'),
    text(
      'Regulamin może zostać zmieniony z ważnych przyczyn: zmiany prawa, sposobów płatności lub dostawy albo zakresu usług. O zmianie zawiadamiamy posiadaczy kont co najmniej 14 dni wcześniej; mogą wtedy rozwiązać umowę o prowadzenie konta. Zmiana sposobów lub kosztów dostawy i płatności dotyczy tylko zamówień złożonych po niej, nie wpływa na umowę o prowadzenie konta i nie wymaga wcześniejszego zawiadomienia. Do zamówień złożonych przed zmianą stosuje się regulamin dotychczasowy.',
    ),
    text(
      'Prawem właściwym jest prawo polskie. Wybór ten nie pozbawia konsumenta ochrony, którą dają mu bezwzględnie wiążące przepisy państwa jego zwykłego pobytu. Spory rozstrzyga sąd właściwy według przepisów ogólnych.',
    ),
    text(`Regulamin obowiązuje od ${data.date}`),
  ];
}
