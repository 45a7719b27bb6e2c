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
    description: ['Każda roślina ma dwie strony: gdzie ją postawić, kiedy podlać, po czym poznać, że jest jej źle. Na końcu kalendarz prac na cały rok i lista roślin bezpiecznych dla zwierząt.', 'Pliki EPUB i PDF, 112 stron, bez zabezpieczeń. Odnośnik do pobrania przychodzi pocztą zaraz po zaksięgowaniu płatności.'],
    price: 2900, sale: { price: 1900, from: -1, to: 20 }, tax: 5, digital: true, attributes: {}, pictures: ['ebook-zielony-parapet'], rating: [4.4, 22], sales: 174, age: 160,
  },
  {
    sku: 'KSI-903', name: 'Wzory do druku: etykiety na słoiki', categories: ['do-pobrania', 'kuchnia-i-jadalnia'], brand: 'Osiedle Siedem', tags: ['do pobrania'],
    short: 'Czterdzieści osiem etykiet w sześciu kolorach, do druku w domu.',
    description: ['Etykiety pasują do słojów Spiżarka i do każdych innych. W pliku można wpisać własne nazwy i daty, a potem wydrukować je na zwykłym papierze samoprzylepnym.', 'Plik PDF z polami do wypełnienia, arkusze A4. Do użytku domowego bez ograniczeń.'],
    price: 1500, digital: true, attributes: {}, pictures: ['wzory-do-druku'], sales: 61, age: 45,
  },
];
