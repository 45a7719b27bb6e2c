import { heading, list, type Part, text } from '../blocks.js';
import { contact, identity, link, POLISH, type TemplateData } from '../template-data.js';

/** Reporting illegal content: Regulation (EU) 2022/2065, art. 11, 12, 14, 16 and 17. */
export function dsaReport(data: TemplateData): readonly Part[] {
  return [
    heading('Punkt kontaktowy'),
    text(
      `Punktem kontaktowym dla organów państw członkowskich, Komisji Europejskiej i Rady Usług Cyfrowych (art. 11 rozporządzenia 2022/2065) oraz dla odbiorców usługi (art. 12) jest ${identity(data, POLISH)}, ${contact(data, POLISH)}. Można się porozumieć w języku polskim i angielskim.`,
    ),
    heading('Jak zgłosić nielegalne treści'),
    text(
      `Zgłoszenie może wysłać każdy ${data.reportUrl === '' ? `na adres ${link(`mailto:${data.email}`, data.email)}` : `przez ${link(data.reportUrl, 'formularz zgłoszenia nielegalnych treści')}`}. Zgłoszenie powinno zawierać:`,
    ),
    list(
      'wyjaśnienie powodów, dla których treść jest nielegalna,',
      'dokładny adres URL treści,',
      'imię i nazwisko lub nazwę oraz adres e-mail zgłaszającego, z wyjątkiem treści związanych z niegodziwym traktowaniem dzieci w celach seksualnych,',
      'oświadczenie, że zgłoszenie jest dokonane w dobrej wierze, a podane informacje są prawidłowe i kompletne.',
    ),
    heading('Co dzieje się ze zgłoszeniem'),
    text(
      'Niezwłocznie potwierdzamy otrzymanie zgłoszenia na podany adres e-mail. Rozpatrujemy je z należytą starannością, w sposób niearbitralny i obiektywny, bez użycia zautomatyzowanych decyzji, zwykle w ciągu 7 dni, a w sprawach pilnych niezwłocznie. O decyzji i możliwości odwołania zawiadamiamy zgłaszającego.',
    ),
    text(
      `Jeżeli ograniczamy widoczność treści, usuwamy ją lub zawieszamy konto, przekazujemy autorowi jasne uzasadnienie: na czym polega ograniczenie, na jakich faktach i na jakiej podstawie prawnej lub umownej się opiera, czy użyto zautomatyzowanych środków oraz jak można się odwołać (art. 17). Opisuje to strona „${data.titles.dsa_reasons}”.`,
    ),
    heading('Jakich treści nie dopuszczamy'),
    text(
      'Nie dopuszczamy treści niezgodnych z prawem, w tym naruszających dobra osobiste, prawa autorskie i znaki towarowe, treści nawołujących do nienawiści lub przemocy, nieprawdziwych opinii oraz ofert produktów niebezpiecznych lub zakazanych. Stosujemy usunięcie treści, ograniczenie jej widoczności albo zawieszenie konta, proporcjonalnie do naruszenia.',
    ),
    heading('Odwołanie'),
    text(
      'Od decyzji można się bezpłatnie odwołać w terminie 6 miesięcy na stronie sprawy, której adres podajemy w wiadomości o decyzji, odpowiadając na tę wiadomość lub pisząc na adres punktu kontaktowego. Odwołanie rozpatruje człowiek. Nie wyłącza to drogi sądowej ani skargi do koordynatora do spraw usług cyfrowych.',
    ),
    text(`Zasady obowiązują od ${data.date}`),
  ];
}
