import type { DemoProduct } from '../demo-product.js';

export const TEXTILES: readonly DemoProduct[] = [
  {
    sku: 'TEK-401', name: 'Koc wełniany Redyk', categories: ['koce-i-poduszki'], brand: 'Tkalnia Bystra', tags: ['wełna z Podhala', 'na prezent'], featured: true,
    short: 'Podhalańska wełna tkana na krośnie z 1957 roku.',
    description: ['Wełnę na Redyk kupujemy od baców po jesiennym zejściu z hal i przędziemy niedaleko, w Bielsku. Splot jest gęsty, a mimo to koc oddycha, dlatego nie zrzuca się go w środku nocy.', '140 na 200 cm, 1,4 kg, frędzle skręcane ręcznie. Wietrz zamiast prać; plamy usuwaj zimną wodą.'],
    price: 35900, weight: 1500, attributes: { material: ['Wełna'], pomieszczenie: ['Salon', 'Sypialnia'] }, pictures: ['koc-redyk-szary', 'koc-redyk-zolty', 'koc-redyk-zielony'],
    variations: [
      { values: { kolor: 'Szary' }, stock: 26, picture: 'koc-redyk-szary' },
      { values: { kolor: 'Żółty' }, stock: 13, picture: 'koc-redyk-zolty' },
      { values: { kolor: 'Zielony' }, stock: 17, picture: 'koc-redyk-zielony', sale: { price: 28900, from: -12, to: 3 } },
    ],
    rating: [4.9, 103], sales: 476, age: 680,
  },
  {
    sku: 'TEK-402', name: 'Poduszka Łąka', categories: ['koce-i-poduszki'], brand: 'Tkalnia Bystra',
    short: 'Lniana poszewka z haftem polnych ziół i wkład z pierza.',
    description: ['Haft na Łące przedstawia krwawnik, który rośnie za naszą tkalnią. Poszewkę zapina się na kokosowe guziki, a wkład z kaczego pierza wystarczy strzepnąć, żeby wrócił do kształtu.', 'Poszewkę pierz w 40 stopniach na lewej stronie. Wkład jest w komplecie.'],
    price: 12900, weight: 620, attributes: { material: ['Len'], pomieszczenie: ['Salon', 'Sypialnia'] }, pictures: ['poduszka-laka-bezowy', 'poduszka-laka-niebieski', 'poduszka-laka-rozowy'],
    variations: [
      { values: { kolor: 'Beżowy', rozmiar: '45 × 45 cm' }, stock: 30, picture: 'poduszka-laka-bezowy' },
      { values: { kolor: 'Beżowy', rozmiar: '60 × 60 cm' }, price: 17900, stock: 12, picture: 'poduszka-laka-bezowy' },
      { values: { kolor: 'Niebieski', rozmiar: '45 × 45 cm' }, stock: 22, picture: 'poduszka-laka-niebieski' },
      { values: { kolor: 'Różowy', rozmiar: '45 × 45 cm' }, stock: 0, picture: 'poduszka-laka-rozowy' },
    ],
    rating: [4.5, 49], sales: 287, age: 420,
  },
  {
    sku: 'TEK-403', name: 'Pościel lniana Zefir', categories: ['posciel-i-reczniki'], brand: 'Tkalnia Bystra', tags: ['len z certyfikatem'],
    short: 'Zmiękczany len: chłodny latem, ciepły zimą.',
    description: ['Len pierzemy z kamieniami, zanim go uszyjemy, więc Zefir jest miękki od pierwszej nocy i nie kurczy się w praniu. Nie wymaga prasowania; zagniecenia są częścią urody.', 'Komplet: poszwa na kołdrę i dwie poszewki 50 na 60 cm. Gramatura 165 g/m², guziki z masy perłowej, pranie w 60 stopniach.'],
    price: 54900, weight: 1700, attributes: { kolor: ['Zielony'], material: ['Len'], pomieszczenie: ['Sypialnia'] }, pictures: ['posciel-zefir'],
    variations: [{ values: { rozmiar: '140 × 200 cm' }, stock: 9 }, { values: { rozmiar: '160 × 200 cm' }, price: 59900, stock: 14 }, { values: { rozmiar: '200 × 220 cm' }, price: 69900, stock: 6, sale: { price: 59900, from: -5, to: 9 } }],
    rating: [4.7, 58], sales: 199, age: 500,
  },
  {
    sku: 'TEK-404', name: 'Ręcznik Mgła', categories: ['posciel-i-reczniki'], brand: 'Tkalnia Bystra',
    short: 'Splot gofrowy, który schnie dwa razy szybciej niż frotte.',
    description: ['Wafelkowa struktura chłonie wodę całą powierzchnią i oddaje ją powietrzu w kilka godzin. Na wyjazd zwija się do wielkości bochenka.', 'Bawełna z domieszką lnu, 260 g/m². Pętelka do wieszania na krótkim boku. Pranie w 60 stopniach, bez płynu zmiękczającego.'],
    price: 4900, weight: 290, attributes: { material: ['Bawełna', 'Len'], pomieszczenie: ['Łazienka'] }, pictures: ['recznik-mgla-turkusowy', 'recznik-mgla-bialy'],
    variations: [
      { values: { kolor: 'Turkusowy', rozmiar: '50 × 100 cm' }, stock: 70, picture: 'recznik-mgla-turkusowy' },
      { values: { kolor: 'Turkusowy', rozmiar: '70 × 140 cm' }, price: 8900, stock: 44, picture: 'recznik-mgla-turkusowy' },
      { values: { kolor: 'Biały', rozmiar: '50 × 100 cm' }, stock: 82, picture: 'recznik-mgla-bialy' },
      { values: { kolor: 'Biały', rozmiar: '70 × 140 cm' }, price: 8900, stock: 51, picture: 'recznik-mgla-bialy' },
    ],
    rating: [4.4, 77], sales: 641, age: 570,
  },
  {
    sku: 'TEK-405', name: 'Dywan tkany Mazur', categories: ['zaslony-obrusy-dywany'], brand: 'Bławatka', tags: ['ręcznie robione'],
    short: 'Dwustronny kilim w romby, tkany pod Ełkiem.',
    description: ['Wzór Mazura powtarza romby z dawnych dywanów dwuosnowowych. Obie strony są jednakowo wykończone, więc co pół roku można go odwrócić i zużywa się równo.', 'Wełna na bawełnianej osnowie. Odkurzaj bez szczotki, pod spód połóż matę antypoślizgową.'],
    price: 69900, weight: 4600, attributes: { kolor: ['Kremowy', 'Granatowy'], material: ['Wełna', 'Bawełna'], pomieszczenie: ['Salon', 'Sypialnia'] }, pictures: ['dywan-mazur'],
    variations: [{ values: { rozmiar: '120 × 180 cm' }, stock: 8 }, { values: { rozmiar: '160 × 230 cm' }, price: 109900, stock: 4 }],
    rating: [4.6, 20], sales: 52, age: 360,
  },
  {
    sku: 'TEK-406', name: 'Obrus lniany Niedziela', categories: ['zaslony-obrusy-dywany', 'kuchnia-i-jadalnia'], brand: 'Bławatka',
    short: 'Biały len z dwoma niebieskimi paskami.',
    description: ['Niedziela układa się ciężko i równo, a narożniki szyjemy na mereżkę. Po praniu wystarczy go rozwiesić jeszcze mokry, żeby wysechł gładko.', '140 na 220 cm, na stół dla sześciu lub ośmiu osób. Pranie w 60 stopniach.'],
    price: 22900, weight: 640, stock: 21, attributes: { kolor: ['Biały', 'Niebieski'], material: ['Len'], rozmiar: ['140 × 220 cm'], pomieszczenie: ['Jadalnia'] }, pictures: ['obrus-niedziela'], rating: [4.8, 13], sales: 76, age: 260,
  },
  {
    sku: 'TEK-407', name: 'Zasłona Południe', categories: ['zaslony-obrusy-dywany'], brand: 'Bławatka',
    short: 'Gęsta bawełna, która przepuszcza światło, lecz nie spojrzenia.',
    description: ['Południe przycina ostre światło do złotej godziny, o każdej porze dnia. Taśma u góry pozwala zawiesić ją na żabkach, szelkach albo ukrytych kółkach.', 'Jedna sztuka, 140 na 260 cm, z zapasem na podłożenie. Podwiązki z bawełnianej taśmy są w zestawie.'],
    price: 18900, sale: { price: 14900, from: 5, to: 25 }, weight: 900, stock: 32, attributes: { kolor: ['Beżowy'], material: ['Bawełna'], rozmiar: ['140 × 260 cm'], pomieszczenie: ['Salon', 'Sypialnia'] }, pictures: ['zaslona-poludnie'], rating: [3.8, 18], sales: 87, age: 140,
  },
];
