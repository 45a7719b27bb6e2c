import type { DemoProduct } from '../demo-product.js';

export const LIGHTING: readonly DemoProduct[] = [
  {
    sku: 'LMP-101', name: 'Lampa stołowa Jutrzenka', categories: ['lampy-stolowe'], brand: 'Gliniany Kot', tags: ['ręcznie robione', 'na prezent'], featured: true,
    short: 'Toczona na kole lampa z płóciennym abażurem, w trzech szkliwach.',
    description: ['Podstawę każdej Jutrzenki toczymy na kole garncarskim i szkliwimy dwukrotnie, dlatego żadna nie jest identyczna. Abażur z bielonego lnu rozprasza światło tak, że można przy nim czytać, a rozmówca po drugiej stronie stołu nie mruży oczu.', 'Wysokość 46 cm, średnica abażuru 32 cm. Gwint E27, żarówka do 40 W (nie ma jej w zestawie). Przewód w tekstylnym oplocie ma 180 cm i wyłącznik w zasięgu ręki.'],
    price: 28900, weight: 2400, attributes: { material: ['Ceramika', 'Len'], pomieszczenie: ['Salon', 'Sypialnia'] }, pictures: ['lampa-jutrzenka-zielony', 'lampa-jutrzenka-bialy', 'lampa-jutrzenka-granatowy'],
    variations: [
      { values: { kolor: 'Zielony' }, stock: 12, picture: 'lampa-jutrzenka-zielony' },
      { values: { kolor: 'Biały' }, stock: 7, picture: 'lampa-jutrzenka-bialy', sale: { price: 23900, from: -6, to: 12 } },
      { values: { kolor: 'Granatowy' }, price: 29900, stock: 0, picture: 'lampa-jutrzenka-granatowy' },
    ],
    rating: [4.8, 37], sales: 214, age: 410,
  },
  {
    sku: 'LMP-102', name: 'Lampa podłogowa Bocian', categories: ['lampy-podlogowe'], brand: 'Hebelek', tags: ['drewno olejowane'],
    short: 'Trójnóg z jesionu i abażur z grubego płótna.',
    description: ['Trzy jesionowe nogi rozchodzą się szeroko, więc lampa stoi pewnie nawet na nierównej podłodze starej kamienicy. Drewno olejujemy, nie lakierujemy: rysę można zeszlifować drobnym papierem i naoliwić jeszcze raz.', 'Wysokość 152 cm, abażur 45 cm, gwint E27, do 60 W. Składa się ją bez narzędzi w pięć minut, a po złożeniu mieści się w kartonie wielkości gitary.'],
    price: 54900, sale: { price: 46900, from: -3, to: 10 }, weight: 4800, stock: 9, attributes: { kolor: ['Beżowy'], material: ['Drewno', 'Bawełna'], pomieszczenie: ['Salon', 'Gabinet'] }, pictures: ['lampa-bocian'], rating: [4.6, 18], sales: 73, age: 300,
  },
  {
    sku: 'LMP-103', name: 'Lampa wisząca Dzwon', categories: ['lampy-wiszace'], brand: 'Huta Świetlik', tags: ['nad stół'],
    short: 'Stalowy klosz wyoblany ręcznie, mosiężna oprawka.',
    description: ['Dzwon wieszamy nad stołem: szeroki klosz zbiera światło w miękki krąg i zostawia resztę pokoju w półcieniu. Wnętrze jest malowane na biało, żeby nie tracić ani odrobiny blasku.', 'Średnica 38 cm, przewód 150 cm do skrócenia na miejscu, gwint E27, do 60 W. W zestawie podsufitka i kołki do betonu. Montaż powierz osobie z uprawnieniami.'],
    price: 32900, weight: 1900, attributes: { material: ['Stal', 'Mosiądz'], pomieszczenie: ['Jadalnia', 'Kuchnia'] }, pictures: ['lampa-dzwon-czarny', 'lampa-dzwon-bialy'],
    variations: [{ values: { kolor: 'Czarny' }, stock: 21, picture: 'lampa-dzwon-czarny' }, { values: { kolor: 'Biały' }, stock: 14, picture: 'lampa-dzwon-bialy' }],
    rating: [4.7, 52], sales: 190, age: 520,
  },
  {
    sku: 'LMP-104', name: 'Kinkiet Półksiężyc', categories: ['kinkiety-i-swiatelka'], brand: 'Huta Świetlik',
    short: 'Mosiężna czasza, która oświetla ścianę zamiast oczu.',
    description: ['Półksiężyc kieruje światło w górę, po ścianie. W przedpokoju nie oślepia wchodzących, a w sypialni zastępuje lampkę nocną komuś, kto zasypia wcześniej.', 'Szerokość 24 cm, gwint G9, do 28 W. Niepowlekany mosiądz z czasem ciemnieje; połysk wraca po przetarciu sokiem z cytryny.'],
    price: 21900, weight: 850, stock: 16, attributes: { kolor: ['Złoty'], material: ['Mosiądz'], pomieszczenie: ['Przedpokój', 'Sypialnia'] }, pictures: ['kinkiet-polksiezyc'], rating: [3.9, 9], sales: 41, age: 250,
  },
  {
    sku: 'LMP-105', name: 'Lampka nocna Muchomor', categories: ['lampy-stolowe'], brand: 'Gliniany Kot', tags: ['dla dzieci', 'na prezent'], featured: true,
    short: 'Porcelanowy grzybek z przyciemnianym, ciepłym światłem.',
    description: ['Muchomor świeci przez biały trzon i białe kropki kapelusza. Trzy stopnie jasności włącza się dotknięciem, a najniższy jest w sam raz, żeby nocą trafić do łazienki.', 'Wysokość 21 cm, dioda 3 W w komplecie, zasilanie z gniazdka USB-C (przewód 150 cm). Nie nagrzewa się i nie ma ostrych krawędzi.'],
    price: 15900, weight: 780, stock: 34, attributes: { kolor: ['Czerwony'], material: ['Porcelana'], pomieszczenie: ['Pokój dziecka', 'Sypialnia'] }, pictures: ['lampka-muchomor'], rating: [4.9, 88], sales: 402, age: 640,
  },
  {
    sku: 'LMP-106', name: 'Girlanda świetlna Iskierki', categories: ['kinkiety-i-swiatelka'], brand: 'Siwa Sowa', tags: ['na balkon', 'święta'],
    short: 'Dwanaście kolorowych żarówek na dziesięciu metrach przewodu.',
    description: ['Iskierki rozwieszone nad balkonem robią z niego najlepsze miejsce w mieszkaniu. Gumowany przewód i oprawki wytrzymują deszcz i mróz, więc nie trzeba ich zdejmować na zimę.', 'Długość 10 m, dwanaście żarówek LED po 1 W, klasa szczelności IP44. Do pięciu girland można połączyć jedną za drugą. Zapasowe żarówki sprzedajemy na sztuki.'],
    price: 12900, weight: 1300, stock: 0, backorders: true, attributes: { kolor: ['Żółty', 'Niebieski'], material: ['Szkło'], pomieszczenie: ['Ogród i balkon'] }, pictures: ['girlanda-iskierki'], rating: [3.7, 26], sales: 157, age: 200,
  },
  {
    sku: 'LMP-107', name: 'Lampka biurkowa Kurka', categories: ['lampy-stolowe'], brand: 'Huta Świetlik', tags: ['do pracy'],
    short: 'Przegubowa lampka, która zostaje tam, gdzie ją ustawisz.',
    description: ['Dwa przeguby z hamulcem ciernym trzymają ramię bez sprężyn i bez opadania. Klosz obraca się wokół osi, dlatego światło pada na kartkę z tej strony, z której nie zasłania go ręka.', 'Zasięg ramienia 58 cm, podstawa 18 cm, gwint E14, do 25 W. Zalecamy żarówkę o barwie 4000 K, jeśli przy biurku rysujesz lub szyjesz.'],
    price: 18900, sale: { price: 15900, from: 7, to: 21 }, weight: 1650, stock: 25, attributes: { kolor: ['Żółty'], material: ['Stal'], pomieszczenie: ['Gabinet', 'Pokój dziecka'] }, pictures: ['lampka-kurka'], rating: [4.5, 31], sales: 120, age: 90,
  },
];
