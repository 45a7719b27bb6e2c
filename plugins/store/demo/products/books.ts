import type { DemoProduct } from '../demo-product.js';

/** Books bear 5 percent tax on paper and as files; other files 23. */
export const BOOKS: readonly DemoProduct[] = [
  {
    sku: 'KSI-901', name: 'Dom po mojemu. Poradnik spokojnego urządzania', categories: ['ksiazki'], brand: 'Osiedle Siedem', tags: ['na prezent'],
    short: 'Jak urządzić mieszkanie z tego, co już się ma.',
    description: ['Dwanaście rozdziałów o świetle, kolorze, przechowywaniu i odwadze, żeby zostawić pustą ścianę. Każdy kończy się ćwiczeniem na jedno popołudnie i nie wymaga kupowania niczego.', '224 strony, twarda oprawa, 96 ilustracji. Wydrukowano w Krakowie na matowym papierze.'],
    price: 6490, tax: 5, weight: 780, stock: 48, attributes: { material: ['Papier'] }, pictures: ['ksiazka-dom-po-mojemu'], rating: [4.6, 40], sales: 256, age: 340,
  },
  {
    sku: 'KSI-902', name: 'Zielony parapet (e-book)', categories: ['do-pobrania', 'rosliny'], brand: 'Osiedle Siedem', tags: ['do pobrania'],
    short: 'Dwadzieścia cztery rośliny, które przeżyją w bloku.',
    description: ['Każda roślina ma dwie strony: gdzie ją postawić, kiedy podlać, po czym poznać, że jest jej źle. Na końcu kalendarz prac na cały rok i lista roślin bezpiecznych dla zwierząt.', 'Jeden plik HTML, który otworzy każda przeglądarka i czytnik, bez zabezpieczeń. Odnośnik do pobrania przychodzi pocztą zaraz po zaksięgowaniu płatności.'],
    price: 2900, sale: { price: 1900, from: -1, to: 20 }, tax: 5, digital: true,
    file: {
      name: 'Zielony parapet',
      lines: [
        'Zanim kupisz roślinę, stań w oknie o trzech porach dnia i zapisz, kiedy wpada słońce. Od tego zależy wszystko.',
        'Sansewieria: stoi także w głębi pokoju, pić chce raz na dwa tygodnie, zimą raz na miesiąc. Miękki liść u nasady znaczy, że wody było za dużo.',
        'Epipremnum: rośnie na szafie i na drabinie, podlewaj, gdy wyschną dwa centymetry ziemi. Dla kota i psa jest trujące.',
        'Zielistka: lubi jasne okno bez południowego słońca; odnóżki wkładaj do wody, a po dwóch tygodniach do ziemi. Bezpieczna dla zwierząt.',
        'Zamiokulkas: przeżyje urlop i ciemny korytarz. Dla zwierząt i dzieci jest trujący, więc stawiaj go wysoko.',
        'Styczeń: nie nawoź. Marzec: przesadzaj. Lipiec: odsuń doniczki od szyby. Październik: podlewaj o połowę rzadziej.',
      ],
    }, attributes: {}, pictures: ['ebook-zielony-parapet'], rating: [4.4, 22], sales: 174, age: 160,
  },
  {
    sku: 'KSI-903', name: 'Wzory do druku: etykiety na słoiki', categories: ['do-pobrania', 'kuchnia-i-jadalnia'], brand: 'Osiedle Siedem', tags: ['do pobrania'],
    short: 'Czterdzieści osiem etykiet w sześciu kolorach, do druku w domu.',
    description: ['Etykiety pasują do słojów Spiżarka i do każdych innych. W pliku są puste miejsca na nazwy i daty; drukuje się je na zwykłym papierze samoprzylepnym.', 'Plik HTML, który wydrukujesz z każdej przeglądarki na arkuszu A4. Do użytku domowego bez ograniczeń.'],
    price: 1500, digital: true,
    file: { name: 'Etykiety na słoiki', lines: ['Dżem truskawkowy · data: ________', 'Dżem śliwkowy · data: ________', 'Ogórki kiszone · data: ________', 'Kompot wiśniowy · data: ________', 'Miód lipowy · data: ________', 'Pomidory suszone · data: ________', '________________ · data: ________', '________________ · data: ________'] }, attributes: {}, pictures: ['wzory-do-druku'], sales: 61, age: 45,
  },
];
