import type { DemoProduct } from '../demo-product.js';

export const DECOR: readonly DemoProduct[] = [
  {
    sku: 'DEK-501', name: 'Wazon Brzask', categories: ['wazony-i-figurki'], brand: 'Gliniany Kot', tags: ['ręcznie robione'],
    short: 'Wąska szyjka, dzięki której trzy gałązki wyglądają jak bukiet.',
    description: ['Brzask nie potrzebuje drogich kwiatów. Wystarczą suche trawy z pobocza albo gałąź wiśni w lutym, bo szyjka trzyma łodygi pionowo i każda ma swoje miejsce.', 'Wysokość 24 cm. Wewnątrz szkliwiony i szczelny, od spodu podklejony filcem.'],
    price: 14900, weight: 1150, attributes: { material: ['Ceramika'], pomieszczenie: ['Salon', 'Jadalnia'] }, pictures: ['wazon-brzask-zielony', 'wazon-brzask-kremowy'],
    variations: [{ values: { kolor: 'Zielony' }, stock: 18, picture: 'wazon-brzask-zielony' }, { values: { kolor: 'Kremowy' }, stock: 23, picture: 'wazon-brzask-kremowy' }],
    rating: [4.7, 42], sales: 233, age: 450,
  },
  {
    sku: 'DEK-502', name: 'Figurka Sikorka', categories: ['wazony-i-figurki'], brand: 'Gliniany Kot', tags: ['na prezent'],
    short: 'Modraszka z porcelany na mosiężnych nóżkach.',
    description: ['Sikorka przysiada na półce, w doniczce albo na parapecie. Skrzydło malujemy kobaltem przed drugim wypałem, więc kolor siedzi pod szkliwem.', 'Długość 13 cm. Zapakowana w pudełko z sianem, gotowa do podarowania.'],
    price: 8900, weight: 210, stock: 27, attributes: { kolor: ['Biały', 'Niebieski'], material: ['Porcelana', 'Mosiądz'], pomieszczenie: ['Salon'] }, pictures: ['figurka-sikorka'], rating: [4.8, 25], sales: 149, age: 240,
  },
  {
    sku: 'DEK-503', name: 'Lustro okrągłe Tafla', categories: ['na-sciane'], brand: 'Huta Świetlik',
    short: 'Cienka mosiężna rama i szkło bez zielonkawego odcienia.',
    description: ['Szkło o niskiej zawartości żelaza pokazuje kolory takimi, jakie są. Tafla wisi na jednym haku i daje się wypoziomować po zawieszeniu, obracając ramę.', 'Mosiądz powlekany, odporny na wilgoć w łazience. Folia z tyłu zatrzymuje odłamki, gdyby lustro kiedyś pękło.'],
    price: 29900, weight: 4200, attributes: { kolor: ['Złoty'], material: ['Szkło', 'Mosiądz'], pomieszczenie: ['Łazienka', 'Przedpokój'] }, pictures: ['lustro-tafla'],
    variations: [{ values: { rozmiar: '50 cm' }, stock: 10 }, { values: { rozmiar: '70 cm' }, price: 42900, stock: 5 }],
    rating: [4.6, 34], sales: 141, age: 490,
  },
  {
    sku: 'DEK-504', name: 'Ramka na zdjęcie Kadr', categories: ['na-sciane'], brand: 'Hebelek',
    short: 'Olchowa rama z passe-partout, pionowa lub pozioma.',
    description: ['Kadr otwiera się od tyłu na dwóch obrotowych blaszkach, bez noża i bez połamanych paznokci. Passe-partout z bezkwasowej tektury chroni odbitkę przed żółknięciem.', 'Na zdjęcie 13 na 18 cm, z zewnątrz 24 na 30 cm. Szkło, nie pleksi.'],
    price: 6900, weight: 640, stock: 61, attributes: { kolor: ['Brązowy'], material: ['Drewno', 'Szkło'], rozmiar: ['13 × 18 cm'], pomieszczenie: ['Salon', 'Sypialnia'] }, pictures: ['ramka-kadr'], rating: [3.5, 21], sales: 168, age: 330,
  },
  {
    sku: 'DEK-505', name: 'Zegar ścienny Chwila', categories: ['na-sciane'], brand: 'Siwa Sowa',
    short: 'Płynąca wskazówka sekundowa, która nie tyka.',
    description: ['Mechanizm Chwili przesuwa wskazówkę bez skoków, dlatego zegar można powiesić nawet nad łóżkiem. Tarcza jest z papieru czerpanego, obudowa z litej olchy.', 'Średnica 30 cm, bateria AA wystarcza na około półtora roku.'],
    price: 15900, weight: 920, stock: 0, attributes: { kolor: ['Brązowy', 'Biały'], material: ['Drewno', 'Papier'], pomieszczenie: ['Kuchnia', 'Gabinet'] }, pictures: ['zegar-chwila'], rating: [4.4, 30], sales: 125, age: 390,
  },
  {
    sku: 'DEK-506', name: 'Plakat Tatry o poranku', categories: ['na-sciane'], brand: 'Osiedle Siedem', tags: ['polskie krajobrazy'],
    short: 'Druk na bawełnianym papierze, w drewnianych listwach.',
    description: ['Grań widziana z Głodówki chwilę po wschodzie słońca. Rysunek powstał wycinanką z kolorowego papieru, a druk oddaje nawet jej lekkie cienie.', '50 na 70 cm, papier 240 g/m², tusze pigmentowe. Listwy magnetyczne są w zestawie.'],
    price: 11900, weight: 480, stock: 44, attributes: { kolor: ['Niebieski', 'Zielony'], material: ['Papier', 'Drewno'], rozmiar: ['50 × 70 cm'], pomieszczenie: ['Salon', 'Gabinet'] }, pictures: ['plakat-tatry'], rating: [4.7, 36], sales: 211, age: 290,
  },
  {
    sku: 'DEK-507', name: 'Plakat Bałtyk wieczorem', categories: ['na-sciane'], brand: 'Osiedle Siedem', tags: ['polskie krajobrazy'],
    short: 'Ostatnia łódka wraca do Kątów Rybackich.',
    description: ['Druga część serii o polskich krajobrazach: wydmy, szuwary i słońce, które nie spieszy się z zachodem. Dobrze wisi obok Tatr, bo linia horyzontu jest na tej samej wysokości.', '50 na 70 cm, papier 240 g/m², tusze pigmentowe. Listwy magnetyczne są w zestawie.'],
    price: 11900, sale: { price: 9500, from: -2, to: 12 }, weight: 480, stock: 39, attributes: { kolor: ['Niebieski', 'Pomarańczowy'], material: ['Papier', 'Drewno'], rozmiar: ['50 × 70 cm'], pomieszczenie: ['Salon', 'Sypialnia'] }, pictures: ['plakat-baltyk'], rating: [4.6, 28], sales: 184, age: 210,
  },
  {
    sku: 'DEK-508', name: 'Świecznik mosiężny Wieczór', categories: ['swieczniki-i-latarenki'], brand: 'Huta Świetlik',
    short: 'Trzy wysokości, trzy ciężkie podstawy.',
    description: ['Komplet trzech świeczników toczonych z pełnego pręta. Stoją pewnie nawet na miękkim obrusie, a pasują do nich zwykłe świece stołowe o średnicy 22 mm.', 'Wysokość 14, 20 i 26 cm. Wosk zejdzie po zanurzeniu w gorącej wodzie.'],
    price: 19900, weight: 1350, unit: 'szt', content: 3, stock: 12, attributes: { kolor: ['Złoty'], material: ['Mosiądz'], pomieszczenie: ['Jadalnia', 'Salon'] }, pictures: ['swiecznik-wieczor'], rating: [4.5, 16], sales: 71, age: 170,
  },
  {
    sku: 'DEK-509', name: 'Latarenka Gwiazdka', categories: ['swieczniki-i-latarenki'], brand: 'Siwa Sowa', tags: ['na balkon', 'święta'],
    short: 'Malowana proszkowo stal i cztery szyby.',
    description: ['Gwiazdka osłania świecę od wiatru i deszczu, więc świeci na balkonie do rana. Drzwiczki zamykają się na magnes, a daszek odprowadza ciepło.', 'Wysokość 32 cm. Świecy nie ma w komplecie; najlepiej pasuje słupek z wosku pszczelego.'],
    price: 13900, sale: { price: 11900, from: -7, to: 30 }, weight: 1700, stock: 20, attributes: { kolor: ['Czarny'], material: ['Stal', 'Szkło'], pomieszczenie: ['Ogród i balkon', 'Przedpokój'] }, pictures: ['latarenka-gwiazdka'], sales: 97, age: 110,
  },
  {
    sku: 'DEK-510', name: 'Kosz z wikliny', categories: ['kosze'], brand: 'Ławeczka', tags: ['ręcznie robione', 'drobiazgi'],
    short: 'Pleciony w Rudniku nad Sanem, z pałąkiem.',
    description: ['Wiklinę na te kosze ścina się zimą, moczy i plecie wiosną. Unosi dziesięć kilogramów jabłek, tydzień prania albo jednego kota.', 'Średnica 40 cm, wysokość 28 cm, z pałąkiem 45 cm. Raz na rok spryskaj go wodą, żeby nie wysechł.'],
    price: 16900, weight: 1200, stock: 15, attributes: { kolor: ['Brązowy'], material: ['Wiklina'], pomieszczenie: ['Salon', 'Łazienka', 'Pokój dziecka'] }, pictures: ['kosz-wiklina'], rating: [4.8, 39], sales: 202, age: 620,
  },
];
