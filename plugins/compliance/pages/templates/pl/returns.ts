import { heading, list, type Part, text } from '../blocks.js';
import { contact, link, POLISH, type TemplateData } from '../template-data.js';

/**
 * Returns and refunds: Consumer Rights Act art. 32–34. Grants nothing beyond the law; the shop owner adds any voluntary
 * terms.
 */
export function returns(data: TemplateData): readonly Part[] {
  return [
    heading('Kiedy można zwrócić towar'),
    text(
      `Konsument może odstąpić od umowy w terminie ${data.withdrawalDays} dni bez podania przyczyny. Zasady i wzór oświadczenia są na stronie „${data.titles.withdrawal}”${data.withdrawalUrl === '' ? '' : `, a oświadczenie można złożyć tutaj: ${link(data.withdrawalUrl)}`}. Towar wadliwy obejmuje strona „${data.titles.complaints}”.`,
    ),
    heading('Jak odesłać towar'),
    list(
      'Złóż oświadczenie o odstąpieniu od umowy.',
      `Odeślij towar nie później niż 14 dni od tego dnia na adres: ${data.returnAddress}.`,
      'Zabezpiecz przesyłkę i zachowaj dowód nadania.',
    ),
    text(
      `${data.isReturnPaidByShop ? 'Koszt odesłania ponosi sklep.' : `Bezpośredni koszt odesłania ponosi konsument.${data.bulkyReturnCost === '' ? '' : ` Dla rzeczy, których nie można odesłać pocztą, wynosi on najwyżej ${data.bulkyReturnCost}.`}`} Oryginalne opakowanie ani paragon nie są warunkiem zwrotu.`,
    ),
    heading('Kiedy zwracamy pieniądze'),
    text(
      'Zwracamy cenę i koszt najtańszego zwykłego sposobu dostawy nie później niż 14 dni od otrzymania oświadczenia, tym samym sposobem płatności, chyba że konsument zgodzi się na inny bez kosztów dla siebie. Możemy wstrzymać zwrot do otrzymania towaru lub dowodu jego odesłania.',
    ),
    text(
      'Konsument odpowiada za zmniejszenie wartości rzeczy będące wynikiem korzystania z niej w sposób wykraczający poza konieczny do stwierdzenia jej charakteru, cech i funkcjonowania.',
    ),
    heading('Kontakt'),
    text(`${contact(data, POLISH)}.`),
  ];
}
