import type { DemoProduct } from '../demo-product.js';

export const CARE: readonly DemoProduct[] = [
  {
    sku: 'PIE-701', name: 'Świeca sojowa Sad', categories: ['swiece'], brand: 'Kropla Rosy', tags: ['wegańskie', 'na prezent'], featured: true,
    short: 'Dojrzałe jabłka, siano i odrobina cynamonu.',
    description: ['Sad pachnie końcem września: skrzynką antonówek, suchą trawą i szarlotką u sąsiadów. Wosk sojowy pali się chłodno i równo, a drewniany knot cicho trzaska.', '180 g, około 40 godzin. Za pierwszym razem pal co najmniej dwie godziny, aż wosk roztopi się do brzegów. Pusty słoik przyjmujemy z powrotem.'],
    price: 6900, weight: 420, unit: 'kg', content: 0.18, stock: 73, attributes: { kolor: ['Pomarańczowy'], material: ['Wosk sojowy', 'Szkło'], pomieszczenie: ['Salon', 'Kuchnia'] }, pictures: ['swieca-sad'], rating: [4.8, 91], sales: 566, age: 440,
  },
  {
    sku: 'PIE-702', name: 'Świeca sojowa Las', categories: ['swiece'], brand: 'Kropla Rosy', tags: ['wegańskie'],
    short: 'Sosna, mech i ziemia po deszczu.',
    description: ['Las wybieramy na listopadowe wieczory, kiedy na spacer jest za mokro. Olejek sosnowy pochodzi z gałązek zebranych przy pielęgnacji lasu, nie z wycinki.', '180 g, około 40 godzin. Przytnij knot do pół centymetra przed każdym zapaleniem.'],
    price: 6900, sale: { price: 5500, from: -9, to: 5 }, weight: 420, unit: 'kg', content: 0.18, stock: 58, attributes: { kolor: ['Zielony'], material: ['Wosk sojowy', 'Szkło'], pomieszczenie: ['Salon', 'Łazienka'] }, pictures: ['swieca-las'], rating: [4.6, 64], sales: 389, age: 440,
  },
  {
    sku: 'PIE-703', name: 'Świece z wosku pszczelego', categories: ['swiece'], brand: 'Ławeczka', tags: ['na prezent', 'święta'],
    short: 'Trzy słupki, które pachną miodem bez żadnych dodatków.',
    description: ['Czysty wosk z pasieki pod Augustowem, odlewany w silikonowych formach. Nie kapie i nie kopci, jeśli nie stoi w przeciągu.', 'Wysokość 8, 11 i 15 cm, razem 620 g. Biały nalot to naturalny kwiat wosku, zniknie po przetarciu.'],
    price: 11900, weight: 680, unit: 'kg', content: 0.62, stock: 29, attributes: { kolor: ['Żółty'], material: ['Wosk pszczeli'], pomieszczenie: ['Jadalnia', 'Salon'] }, pictures: ['swieca-wosk-pszczeli'], rating: [4.9, 35], sales: 188, age: 320,
  },
  {
    sku: 'PIE-704', name: 'Dyfuzor zapachowy Oddech', categories: ['zapachy'], brand: 'Kropla Rosy',
    short: 'Lawenda i rumianek na spokojny sen.',
    description: ['Patyczki z rattanu podciągają olejek i oddają zapach powoli, bez ognia i bez prądu. Cztery patyczki wystarczą do sypialni, sześć do salonu.', '100 ml, około trzech miesięcy. Odwracaj patyczki raz w tygodniu. Trzymaj z dala od dzieci i lakierowanych blatów.'],
    price: 7900, weight: 360, unit: 'l', content: 0.1, stock: 37, attributes: { kolor: ['Beżowy'], material: ['Szkło', 'Rattan'], pomieszczenie: ['Sypialnia', 'Łazienka'] }, pictures: ['dyfuzor-oddech'], rating: [3.6, 28], sales: 144, age: 190,
  },
  {
    sku: 'PIE-705', name: 'Mydło w kostce Łaźnia', categories: ['mydla-i-czystosc'], brand: 'Zielnik Babki', tags: ['wegańskie', 'drobiazgi'],
    short: 'Dwie kostki: szałwia i róża.',
    description: ['Mydło dojrzewa u nas sześć tygodni, dlatego jest twarde i nie rozpływa się w mydelniczce. Szałwia odświeża rano, róża uspokaja wieczorem.', 'Dwa razy 110 g. Olej rzepakowy, kokosowy i rycynowy, bez oleju palmowego. Zawinięte w papier i sznurek; mydelniczka ze zdjęcia jest osobno.'],
    price: 3900, weight: 240, unit: 'kg', content: 0.22, stock: 110, attributes: { kolor: ['Zielony', 'Różowy'], pomieszczenie: ['Łazienka'] }, pictures: ['mydlo-kostka'], rating: [4.7, 82], sales: 704, age: 600,
  },
  {
    sku: 'PIE-706', name: 'Mydło w płynie Piana', categories: ['mydla-i-czystosc'], brand: 'Zielnik Babki', tags: ['do uzupełniania'],
    short: 'Nagietek i gliceryna dla dłoni, które dużo pracują.',
    description: ['Piana nie ściąga skóry, bo zostawiamy w niej glicerynę, która powstaje przy gotowaniu mydła. Butelkę z brązowego szkła można napełniać latami.', '300 ml, butelka z pompką. Płyn do uzupełniania kupisz w naszych punktach odbioru. Wyprodukowano pod Łomżą.'],
    price: 3400, weight: 560, unit: 'l', content: 0.3, stock: 66, attributes: { kolor: ['Brązowy'], material: ['Szkło'], rozmiar: ['300 ml'], pomieszczenie: ['Łazienka', 'Kuchnia'] }, pictures: ['mydlo-w-plynie-piana'], rating: [4.5, 53], sales: 438, age: 350,
  },
  {
    sku: 'PIE-707', name: 'Płyn do naczyń Połysk', categories: ['mydla-i-czystosc', 'kuchnia-i-jadalnia'], brand: 'Kropla Rosy', tags: ['wegańskie'],
    short: 'Zmywa tłuszcz, a nie skórę z rąk.',
    description: ['Łyżka Połysku wystarcza na pełen zlew. Pachnie miętą z ogródka i nie zostawia zacieków na szkle.', '500 ml, zapach mięty. Butelka z dozownikiem, do ponownego napełnienia.'],
    price: 1990, weight: 540, unit: 'l', content: 0.5, stock: 150, attributes: { kolor: ['Zielony'], pomieszczenie: ['Kuchnia'] }, pictures: ['plyn-do-naczyn-polysk'], rating: [2.9, 37], sales: 520, age: 410,
  },
];
