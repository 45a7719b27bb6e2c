import type { DemoProduct } from '../demo-product.js';

export const FURNITURE: readonly DemoProduct[] = [
  {
    sku: 'MEB-201', name: 'Krzesło Łódka', categories: ['krzesla-i-stolki'], brand: 'Hebelek', tags: ['drewno olejowane'], featured: true,
    short: 'Gięte oparcie i siedzisko wyprofilowane jak kadłub łodzi.',
    description: ['Oparcie Łódki gniemy nad parą z jednego kawałka jesionu. Szczebelki pracują razem z plecami, więc siedzi się wygodnie bez poduszki, także przez cały niedzielny obiad.', 'Szerokość 47 cm, wysokość 84 cm, siedzisko na wysokości 45 cm, nośność 130 kg. Nogi łączymy na czopy i klej, bez wkrętów. Przyjeżdża złożone.'],
    price: 49900, weight: 4300, attributes: { material: ['Drewno'], pomieszczenie: ['Jadalnia', 'Kuchnia'] }, pictures: ['krzeslo-lodka-brazowy', 'krzeslo-lodka-czarny'],
    variations: [{ values: { kolor: 'Brązowy' }, stock: 18, picture: 'krzeslo-lodka-brazowy' }, { values: { kolor: 'Czarny' }, price: 52900, stock: 6, picture: 'krzeslo-lodka-czarny' }],
    rating: [4.7, 44], sales: 268, age: 700,
  },
  {
    sku: 'MEB-202', name: 'Fotel Żubr', categories: ['fotele'], brand: 'Pracownia Jarząb', tags: ['do czytania'],
    short: 'Głęboki fotel, z którego trudno wstać.',
    description: ['Żubr jest szeroki, miękki i stoi mocno na czterech bukowych nogach. Pokrowiec z grubej tkaniny zdejmuje się na zamek i pierze w 30 stopniach, co docenią właściciele psów i małych dzieci.', 'Szerokość 86 cm, głębokość 82 cm, wysokość 98 cm. Siedzisko na sprężynach falistych z warstwą pianki HR. Tkanina wytrzymuje 80 tysięcy cykli ścierania. Dostarczamy go do wskazanego pokoju.'],
    price: 189900, weight: 31000, backorders: true, attributes: { material: ['Drewno', 'Tkanina'], pomieszczenie: ['Salon'] }, pictures: ['fotel-zubr-zielony', 'fotel-zubr-zolty', 'fotel-zubr-szary'],
    variations: [
      { values: { kolor: 'Zielony' }, stock: 4, picture: 'fotel-zubr-zielony' },
      { values: { kolor: 'Żółty' }, stock: 0, picture: 'fotel-zubr-zolty' },
      { values: { kolor: 'Szary' }, stock: 3, picture: 'fotel-zubr-szary', sale: { price: 159900, from: -10, to: 4 } },
    ],
    rating: [4.9, 21], sales: 58, age: 480,
  },
  {
    sku: 'MEB-203', name: 'Stolik kawowy Kropla', categories: ['stoly-i-biurka'], brand: 'Hebelek',
    short: 'Okrągły blat z dębu i trzy lekko rozstawione nogi.',
    description: ['Okrągły stolik nie ma rogów, o które można się uderzyć, i łatwo go obejść w małym pokoju. Blat sklejamy z szerokich lameli, żeby było widać rysunek słojów.', 'Średnica 80 cm, wysokość 42 cm, waga 11 kg. Drewno zabezpiecza twardy wosk olejny; świeżą plamę po winie wystarczy zetrzeć.'],
    price: 79900, sale: { price: 69900, from: -1, to: 13 }, weight: 11000, stock: 5, attributes: { kolor: ['Brązowy'], material: ['Drewno'], pomieszczenie: ['Salon'] }, pictures: ['stolik-kropla'], rating: [4.5, 16], sales: 49, age: 350,
  },
  {
    sku: 'MEB-204', name: 'Regał Drabina', categories: ['regaly-i-polki'], brand: 'Hebelek', tags: ['małe mieszkanie'],
    short: 'Cztery półki oparte o ścianę, bez wiercenia w podłodze.',
    description: ['Drabina zwęża się ku górze, dzięki czemu nie przytłacza małego pokoju. Na dole mieszczą się albumy, wyżej rośliny, a na samej górze rzeczy, po które nie sięgają dzieci.', 'Wysokość 182 cm, szerokość 68 cm, półki o głębokości od 22 do 38 cm, każda udźwignie 15 kg. W komplecie kątownik, którym trzeba przymocować regał do ściany.'],
    price: 64900, weight: 14500, stock: 11, attributes: { kolor: ['Brązowy'], material: ['Drewno'], pomieszczenie: ['Salon', 'Gabinet', 'Pokój dziecka'] }, pictures: ['regal-drabina'], rating: [3.3, 29], sales: 96, age: 560,
  },
  {
    sku: 'MEB-205', name: 'Stołek Grzybek', categories: ['krzesla-i-stolki'], brand: 'Hebelek', tags: ['małe mieszkanie', 'dla dzieci'],
    short: 'Siedzisko dla gościa, stopień do szafki, stolik pod lampkę.',
    description: ['Grzybek robi w domu wszystko po trochu. Trzy nogi nigdy się nie chwieją, a filcowe podkładki nie rysują parkietu.', 'Wysokość 44 cm, średnica siedziska 34 cm, nośność 120 kg. Farba na bazie wody, dopuszczona do zabawek.'],
    price: 18900, weight: 2600, stock: 40, attributes: { kolor: ['Pomarańczowy'], material: ['Drewno'], pomieszczenie: ['Kuchnia', 'Łazienka', 'Pokój dziecka'] }, pictures: ['stolek-grzybek'], rating: [4.6, 63], sales: 310, age: 610,
  },
  {
    sku: 'MEB-206', name: 'Komoda Ćma', categories: ['komody'], brand: 'Pracownia Jarząb',
    short: 'Trzy pełne szuflady na cichych prowadnicach.',
    description: ['Ćma jest niska, więc nad nią zostaje miejsce na obraz albo lustro. Szuflady wysuwają się do końca i domykają same; dno ze sklejki nie ugina się pod pościelą.', 'Szerokość 110 cm, wysokość 82 cm, głębokość 45 cm. Korpus z litej brzozy, uchwyty z mosiądzu. Przed pierwszym użyciem przymocuj komodę do ściany, zestaw jest w górnej szufladzie.'],
    price: 159900, weight: 46000, stock: 3, attributes: { kolor: ['Beżowy'], material: ['Drewno', 'Mosiądz'], pomieszczenie: ['Sypialnia', 'Przedpokój'] }, pictures: ['komoda-cma'], rating: [4.8, 12], sales: 27, age: 430,
  },
  {
    sku: 'MEB-207', name: 'Półka ścienna Wisła', categories: ['regaly-i-polki', 'na-sciane'], brand: 'Hebelek',
    short: 'Deska z żywą krawędzią na dwóch stalowych wspornikach.',
    description: ['Przedni brzeg Wisły zostawiamy taki, jaki wyrósł. Każda deska ma inną linię, a numer kłody wypalamy od spodu.', 'Długość 80 cm, głębokość około 22 cm, nośność 20 kg przy murze ceglanym. Wsporniki i kołki są w zestawie, poziomicę trzeba mieć swoją.'],
    price: 24900, weight: 4100, stock: 14, attributes: { kolor: ['Brązowy', 'Czarny'], material: ['Drewno', 'Stal'], pomieszczenie: ['Salon', 'Kuchnia'] }, pictures: ['polka-wisla'], rating: [3.6, 17], sales: 84, age: 270,
  },
  {
    sku: 'MEB-208', name: 'Biurko Sójka', categories: ['stoly-i-biurka'], brand: 'Pracownia Jarząb', tags: ['do pracy'],
    short: 'Lekkie biurko z jedną szufladą i miejscem na kable.',
    description: ['Sójka powstała dla tych, którzy pracują w sypialni i wieczorem chcą o pracy zapomnieć. W tylnej krawędzi blatu jest rowek, który prowadzi przewody, a laptop mieści się w szufladzie.', 'Szerokość 120 cm, głębokość 60 cm, wysokość 75 cm. Dąb i bukowe nogi, które odkręca się na czas przeprowadzki.'],
    price: 119900, weight: 24000, stock: 0, attributes: { kolor: ['Brązowy'], material: ['Drewno'], pomieszczenie: ['Gabinet', 'Sypialnia'] }, pictures: ['biurko-sojka'], rating: [4.6, 14], sales: 39, age: 330,
  },
  {
    sku: 'MEB-209', name: 'Ławka Przystań', categories: ['lawki'], brand: 'Pracownia Jarząb',
    short: 'Miejsce, żeby spokojnie zawiązać buty.',
    description: ['Wąska ławka do przedpokoju z poduszką z wełnianego filcu. Pod siedziskiem mieszczą się trzy pary butów albo dwa kosze.', 'Długość 100 cm, głębokość 34 cm, wysokość 46 cm, nośność 200 kg. Poduszka przypięta na rzepy, pokrowiec do prania ręcznego.'],
    price: 69900, weight: 12500, stock: 7, attributes: { kolor: ['Zielony', 'Brązowy'], material: ['Drewno', 'Wełna'], pomieszczenie: ['Przedpokój'] }, pictures: ['lawka-przystan'], sales: 33, age: 150,
  },
];
