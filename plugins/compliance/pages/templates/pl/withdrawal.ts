import { heading, list, type Part, text } from '../blocks.js';
import { contact, link, POLISH, type TemplateData } from '../template-data.js';

/** Instruction and model form: Consumer Rights Act art. 12(1)(9)–(12), 27–38, annexes 1 and 2; Directive 2011/83/EU art. 11a. */
export function withdrawal(data: TemplateData): readonly Part[] {
  const recipient = `${data.name}, ${data.address}, ${contact(data, POLISH)}`;
  return [
    heading('Prawo odstąpienia od umowy'),
    text(
      `Mają Państwo prawo odstąpić od umowy w terminie ${data.withdrawalDays} dni bez podania jakiejkolwiek przyczyny.`,
    ),
    text(`Termin wygasa po upływie ${data.withdrawalDays} dni:`),
    list(
      'od dnia, w którym weszli Państwo w posiadanie rzeczy lub w którym weszła w jej posiadanie wskazana przez Państwa osoba trzecia inna niż przewoźnik,',
      'gdy zamówienie obejmuje wiele rzeczy dostarczanych osobno, partiami lub w częściach: od wejścia w posiadanie ostatniej z nich,',
      'przy umowach o usługi lub o treści cyfrowe niedostarczane na nośniku: od dnia zawarcia umowy.',
    ),
    text(
      `Aby skorzystać z prawa odstąpienia, muszą Państwo poinformować nas (${recipient}) o swojej decyzji w drodze jednoznacznego oświadczenia, na przykład pismem wysłanym pocztą lub pocztą elektroniczną. Mogą Państwo skorzystać ze wzoru formularza poniżej, ale nie jest to obowiązkowe.`,
    ),
    ...(data.withdrawalUrl === ''
      ? []
      : [
          heading('Odstąpienie przez stronę sklepu'),
          text(
            `Oświadczenie można złożyć także na stronie, funkcją „${data.withdrawalTexts}”: ${link(data.withdrawalUrl)}. Funkcja jest dostępna przez cały termin na odstąpienie i nie wymaga logowania. Niezwłocznie prześlemy Państwu potwierdzenie na trwałym nośniku (e-mail) z treścią oświadczenia oraz datą i godziną jego złożenia.`,
          ),
        ]),
    text(
      'Aby zachować termin, wystarczy, że wyślą Państwo informację o wykonaniu prawa odstąpienia przed jego upływem.',
    ),
    heading('Skutki odstąpienia od umowy'),
    text(
      'W przypadku odstąpienia zwracamy wszystkie otrzymane od Państwa płatności, w tym koszty dostarczenia rzeczy (z wyjątkiem dodatkowych kosztów wynikających z wyboru sposobu dostarczenia innego niż najtańszy zwykły sposób oferowany przez nas), niezwłocznie, a w każdym przypadku nie później niż 14 dni od dnia, w którym zostaliśmy poinformowani o odstąpieniu.',
    ),
    text(
      'Zwrotu dokonamy przy użyciu takich samych sposobów płatności, jakich Państwo użyli, chyba że wyraźnie zgodzą się Państwo na inne rozwiązanie; w żadnym przypadku nie poniosą Państwo opłat w związku ze zwrotem. Możemy wstrzymać się ze zwrotem do otrzymania rzeczy lub dowodu jej odesłania, w zależności od tego, co nastąpi wcześniej.',
    ),
    text(
      `Proszę odesłać lub przekazać nam rzecz na adres: ${data.returnAddress}, niezwłocznie, a w każdym razie nie później niż 14 dni od dnia, w którym poinformowali nas Państwo o odstąpieniu. Termin jest zachowany, jeżeli odeślą Państwo rzecz przed jego upływem.`,
    ),
    text(
      `${data.isReturnPaidByShop ? 'Koszty zwrotu rzeczy ponosimy my.' : `Bezpośrednie koszty zwrotu rzeczy ponoszą Państwo.${data.bulkyReturnCost === '' ? '' : ` Koszt zwrotu rzeczy, których ze względu na ich charakter nie można odesłać pocztą, szacujemy na najwyżej ${data.bulkyReturnCost}.`}`} Odpowiadają Państwo tylko za zmniejszenie wartości rzeczy wynikające z korzystania z niej w sposób inny niż konieczny do stwierdzenia jej charakteru, cech i funkcjonowania.`,
    ),
    text(
      'Jeżeli zażądali Państwo rozpoczęcia świadczenia usług przed upływem terminu, zapłacą Państwo kwotę proporcjonalną do zakresu świadczeń spełnionych do chwili odstąpienia.',
    ),
    heading('Kiedy prawo odstąpienia nie przysługuje'),
    text('Zgodnie z art. 38 ustawy o prawach konsumenta prawo odstąpienia nie przysługuje w odniesieniu do umów:'),
    list(
      'o usługi, za które konsument jest zobowiązany do zapłaty ceny, w pełni wykonane za jego wyraźną i uprzednią zgodą, jeżeli przed rozpoczęciem świadczenia został poinformowany o utracie prawa odstąpienia i przyjął to do wiadomości,',
      'w których cena lub wynagrodzenie zależy od wahań na rynku finansowym, nad którymi nie mamy kontroli i które mogą wystąpić przed upływem terminu na odstąpienie,',
      'o rzeczy nieprefabrykowane, wyprodukowane według specyfikacji konsumenta lub służące zaspokojeniu jego zindywidualizowanych potrzeb,',
      'o rzeczy ulegające szybkiemu zepsuciu lub mające krótki termin przydatności,',
      'o rzeczy w zapieczętowanym opakowaniu, których po otwarciu nie można zwrócić ze względu na ochronę zdrowia lub higienę, jeżeli opakowanie otwarto,',
      'o rzeczy, które ze względu na swój charakter zostają nierozłącznie połączone z innymi rzeczami,',
      'o napoje alkoholowe, których cenę uzgodniono przy zawarciu umowy sprzedaży, które mogą być dostarczone dopiero po 30 dniach i których wartość zależy od wahań na rynku, nad którymi nie mamy kontroli,',
      'w których konsument wyraźnie żądał, abyśmy do niego przyjechali w celu dokonania pilnej naprawy lub konserwacji; prawo odstąpienia przysługuje jednak w odniesieniu do dodatkowych usług i rzeczy innych niż części konieczne do naprawy lub konserwacji,',
      'o nagrania dźwiękowe lub wizualne albo programy komputerowe w zapieczętowanym opakowaniu, jeżeli je otwarto,',
      'o dzienniki, periodyki lub czasopisma, z wyjątkiem prenumeraty,',
      'zawartych w drodze aukcji publicznej,',
      'o zakwaterowanie do innych celów niż mieszkalne, przewóz rzeczy, najem samochodów, gastronomię, wypoczynek, wydarzenia rozrywkowe, sportowe lub kulturalne, jeżeli oznaczono dzień lub okres świadczenia usługi,',
      'o treści cyfrowe niedostarczane na nośniku, jeżeli świadczenie rozpoczęto za wyraźną i uprzednią zgodą konsumenta, który został poinformowany o utracie prawa odstąpienia i przyjął to do wiadomości, a sprzedawca przekazał mu potwierdzenie.',
    ),
    text(
      'Informację, że prawo odstąpienia od umowy o dany produkt nie przysługuje lub kiedy wygasa, podajemy na stronie produktu, w koszyku i przy składaniu zamówienia. Oświadczenie można złożyć zawsze; na każde odpowiadamy.',
    ),
    heading('Wzór formularza odstąpienia od umowy'),
    text('(formularz należy wypełnić i odesłać tylko w przypadku chęci odstąpienia od umowy)'),
    list(
      `Adresat: ${recipient}`,
      'Ja/My (*) niniejszym informuję/informujemy (*) o moim/naszym (*) odstąpieniu od umowy sprzedaży następujących rzeczy (*) / umowy o świadczenie następującej usługi (*)',
      'Data zawarcia umowy (*) / odbioru (*)',
      'Imię i nazwisko konsumenta (konsumentów)',
      'Adres konsumenta (konsumentów)',
      'Podpis konsumenta (konsumentów), tylko jeżeli formularz jest przesyłany w wersji papierowej',
      'Data',
    ),
    text('(*) Niepotrzebne skreślić.'),
  ];
}
