import type { DemoProduct } from '../demo-product.js';

/** Living plants bear 8 percent tax, what they stand in 23. */
export const PLANTS: readonly DemoProduct[] = [
  {
    sku: 'ROS-601', name: 'Monstera dziurawa', categories: ['rosliny-doniczkowe'], brand: 'Zielnik Babki', tags: ['łatwe w uprawie'], featured: true,
    short: 'Pięć wykrojonych liści i szósty w drodze.',
    description: ['Monstera lubi jasne miejsce bez ostrego słońca i podlewanie dopiero wtedy, gdy ziemia przeschnie na głębokość palca. Odwdzięcza się nowym liściem mniej więcej co miesiąc.', 'Wysokość około 60 cm, doniczka produkcyjna 17 cm w terakotowej osłonce. Wysyłamy od poniedziałku do środy, żeby nie spędziła weekendu w paczce. Zjedzona szkodzi kotom i psom.'],
    price: 12900, tax: 8, weight: 2800, stock: 14, attributes: { kolor: ['Zielony'], pomieszczenie: ['Salon', 'Gabinet'] }, pictures: ['monstera-dziurawa'], rating: [4.7, 54], sales: 338, age: 540,
  },
  {
    sku: 'ROS-602', name: 'Zamiokulkas żelazny', categories: ['rosliny-doniczkowe'], brand: 'Zielnik Babki', tags: ['łatwe w uprawie'],
    short: 'Roślina dla tych, którym wszystko usycha.',
    description: ['Zamiokulkas magazynuje wodę w bulwach, dlatego wybacza miesiąc nieobecności. Rośnie także w ciemnym korytarzu, tyle że wolniej.', 'Wysokość około 50 cm, w kremowej osłonce. Podlewaj raz na trzy tygodnie, zimą jeszcze rzadziej. Sok drażni skórę, przycinaj go w rękawiczkach.'],
    price: 8900, tax: 8, weight: 2200, stock: 26, attributes: { kolor: ['Zielony'], pomieszczenie: ['Przedpokój', 'Gabinet', 'Łazienka'] }, pictures: ['zamiokulkas-zelazny'], rating: [4.9, 67], sales: 411, age: 470,
  },
  {
    sku: 'ROS-603', name: 'Sukulenty trio', categories: ['rosliny-doniczkowe'], brand: 'Zielnik Babki', tags: ['na prezent', 'łatwe w uprawie'],
    short: 'Dwa rojniki i kaktus w kolorowych doniczkach.',
    description: ['Trzy rośliny, które zmieszczą się na najwęższym parapecie. Potrzebują słońca i kieliszka wody raz na dwa tygodnie.', 'Doniczki o średnicy 8 cm mają otwór i podstawkę. Kolory roślin mogą się nieco różnić, bo dobieramy je w dniu wysyłki.'],
    price: 5900, tax: 8, weight: 1100, unit: 'szt', content: 3, stock: 35, attributes: { kolor: ['Zielony', 'Różowy'], pomieszczenie: ['Kuchnia', 'Gabinet', 'Pokój dziecka'] }, pictures: ['sukulenty-trio'], rating: [4.6, 41], sales: 297, age: 380,
  },
  {
    sku: 'ROS-604', name: 'Fikus sprężysty', categories: ['rosliny-doniczkowe'], brand: 'Zielnik Babki',
    short: 'Błyszczące liście wielkości dłoni.',
    description: ['Fikus rośnie prosto w górę i nie zajmuje podłogi. Raz w tygodniu przetrzyj mu liście wilgotną szmatką, a będzie oczyszczał powietrze pilniej niż niejedno urządzenie.', 'Wysokość około 70 cm, w musztardowej osłonce. Nie lubi przestawiania: wybierz mu miejsce i zostaw.'],
    price: 9900, tax: 8, weight: 2600, stock: 0, backorders: true, attributes: { kolor: ['Zielony'], pomieszczenie: ['Salon', 'Sypialnia'] }, pictures: ['fikus-sprezysty'], rating: [4.3, 19], sales: 133, age: 300,
  },
  {
    sku: 'ROS-605', name: 'Donica z podstawką Glina', categories: ['doniczki-i-akcesoria'], brand: 'Gliniany Kot',
    short: 'Nieszkliwiona glina, która oddaje nadmiar wody.',
    description: ['Porowate ścianki sprawiają, że korzenie oddychają i trudniej je przelać. Zygzak przy brzegu ryjemy patykiem, po jednym na donicę.', 'Podstawka w komplecie. Przed pierwszym sadzeniem namocz donicę przez godzinę. Na mróz chowaj ją pod dach.'],
    price: 4900, weight: 1300, attributes: { material: ['Ceramika'], pomieszczenie: ['Salon', 'Kuchnia', 'Ogród i balkon'] }, pictures: ['donica-glina-brazowy', 'donica-glina-szary'],
    variations: [
      { values: { kolor: 'Brązowy', rozmiar: '14 cm' }, stock: 60, picture: 'donica-glina-brazowy' },
      { values: { kolor: 'Brązowy', rozmiar: '20 cm' }, price: 7900, stock: 33, picture: 'donica-glina-brazowy' },
      { values: { kolor: 'Szary', rozmiar: '14 cm' }, stock: 41, picture: 'donica-glina-szary' },
      { values: { kolor: 'Szary', rozmiar: '20 cm' }, price: 7900, stock: 0, picture: 'donica-glina-szary' },
    ],
    rating: [4.5, 46], sales: 352, age: 510,
  },
  {
    sku: 'ROS-606', name: 'Konewka Deszczyk', categories: ['doniczki-i-akcesoria'], brand: 'Młynówka',
    short: 'Długi dzióbek i sitko, które nie wypłukuje ziemi.',
    description: ['Deszczyk sięga do doniczki na szafie i do ostatniej skrzynki na balkonie. Sitko zdejmuje się do czyszczenia, a dwa uchwyty pozwalają nieść pełną konewkę przed sobą.', 'Pojemność 3 l, blacha ocynkowana i malowana proszkowo.'],
    price: 11900, weight: 900, stock: 24, attributes: { kolor: ['Zielony'], material: ['Stal'], pomieszczenie: ['Ogród i balkon'] }, pictures: ['konewka-deszczyk'], rating: [4.6, 32], sales: 175, age: 230,
  },
  {
    sku: 'ROS-607', name: 'Kwietnik Szczudło', categories: ['doniczki-i-akcesoria', 'meble'], brand: 'Hebelek',
    short: 'Stojak z jesionu, który podnosi roślinę do światła.',
    description: ['Szczudło stawia doniczkę na wysokości parapetu, więc zielistka nie zwisa już na podłogę. Poprzeczki przestawia się na dwie wysokości.', 'Wysokość 45 cm, na doniczki do 22 cm średnicy, nośność 15 kg. Doniczka i roślina ze zdjęcia są sprzedawane osobno.'],
    price: 9900, sale: { price: 8400, from: -3, to: 8 }, weight: 1400, stock: 16, attributes: { kolor: ['Brązowy'], material: ['Drewno'], pomieszczenie: ['Salon', 'Sypialnia'] }, pictures: ['kwietnik-szczudlo'], rating: [3.2, 5], sales: 64, age: 60,
  },
];
