import type { DemoProduct } from '../demo-product.js';

/** Honey, preserves, groats and oil bear 5 percent tax; coffee, tea and chocolate 23. */
export const PANTRY: readonly DemoProduct[] = [
  {
    sku: 'SPI-801', name: 'Kawa ziarnista Poranna', categories: ['kawa-i-herbata'], brand: 'Siwa Sowa', tags: ['świeżo palona'], featured: true,
    short: 'Średnio palona mieszanka z Brazylii i Etiopii: orzech, kakao, śliwka.',
    description: ['Palimy ją we wtorki i wysyłamy w środy, więc trafia do młynka w najlepszej chwili. Z ekspresu wychodzi gęsta, z kawiarki czekoladowa, z przelewu owocowa.', 'Sto procent arabiki. Zużyj w sześć tygodni od otwarcia. Zawór w torebce wypuszcza gaz, nie wpuszcza powietrza.'],
    price: 2990, weight: 280, unit: 'kg', content: 0.25, stock: 120, attributes: { rozmiar: ['250 g'] }, pictures: ['kawa-poranna'], rating: [4.8, 174], sales: 1260, age: 660,
  },
  {
    sku: 'SPI-802', name: 'Herbata czarna Mgła', categories: ['kawa-i-herbata'], brand: 'Siwa Sowa',
    short: 'Liściasta herbata z nutą bergamotki, w puszce.',
    description: ['Duże liście rozwijają się powoli, dlatego tę samą porcję można zaparzyć dwa razy. Bergamotka jest tu tłem, nie perfumami.', '100 g w puszce z podwójnym wieczkiem. Parz trzy minuty w 95 stopniach.'],
    price: 3490, weight: 190, unit: 'kg', content: 0.1, stock: 84, attributes: { material: ['Stal'] }, pictures: ['herbata-mgla'], rating: [4.6, 59], sales: 377, age: 430,
  },
  {
    sku: 'SPI-803', name: 'Miód lipowy Lipiec', categories: ['przetwory-i-slodycze'], brand: 'Ławeczka', tags: ['na prezent', 'prosto z pasieki'],
    short: 'Z lipowych alei pod Augustowem, nieogrzewany.',
    description: ['Lipiec pszczoły zbierają przez dwa tygodnie w roku. Wirujemy go na zimno i od razu rozlewamy, żeby nie stracił mięty i lekkiej goryczki.', '500 g. Po kilku tygodniach krystalizuje i to najlepszy dowód, że jest prawdziwy. Nie podawaj dzieciom przed ukończeniem roku.'],
    price: 3900, tax: 5, weight: 780, unit: 'kg', content: 0.5, stock: 95, attributes: { material: ['Szkło'] }, pictures: ['miod-lipiec'], rating: [4.9, 128], sales: 892, age: 500,
  },
  {
    sku: 'SPI-804', name: 'Konfitura z czarnej porzeczki', categories: ['przetwory-i-slodycze'], brand: 'Zielnik Babki', tags: ['prosto z ogrodu'],
    short: 'Sto czterdzieści gramów owoców na sto gramów konfitury.',
    description: ['Porzeczki smażymy w miedzianym kotle, krótko i w małych porcjach, dlatego skórki zostają jędrne. Na drożdżówkę, do twarogu, do pieczonej kaczki.', '280 g. Owoce, cukier i sok z cytryny, nic więcej. Po otwarciu trzymaj w lodówce do trzech tygodni.'],
    price: 2190, tax: 5, weight: 480, unit: 'kg', content: 0.28, stock: 67, attributes: { material: ['Szkło'] }, pictures: ['konfitura-porzeczka'], rating: [4.7, 43], sales: 315, age: 280,
  },
  {
    sku: 'SPI-805', name: 'Czekolada gorzka Zmierzch', categories: ['przetwory-i-slodycze'], brand: 'Siwa Sowa', tags: ['na prezent', 'wegańskie'],
    short: 'Siedemdziesiąt dwa procent kakao i szczypta soli z Kłodawy.',
    description: ['Ziarna z jednej plantacji w Ekwadorze mielimy przez trzy doby, aż czekolada przestaje zgrzytać między zębami. Sól dodajemy na końcu, więc trafia się na nią z zaskoczenia.', '90 g. Może zawierać śladowe ilości orzechów i mleka.'],
    price: 1690, weight: 110, unit: 'kg', content: 0.09, stock: 0, backorders: true, attributes: {}, pictures: ['czekolada-zmierzch'], rating: [4.5, 70], sales: 603, age: 370,
  },
  {
    sku: 'SPI-806', name: 'Kasza gryczana niepalona', categories: ['kasze-i-oleje'], brand: 'Młynówka',
    short: 'Jasna, orzechowa, z pola pod Zamościem.',
    description: ['Niepalona gryka gotuje się piętnaście minut i nie rozpada. Smakuje łagodniej niż prażona, dlatego przekonuje nawet dzieci.', 'Bez glutenu, pakowana w papier. Przechowuj w zamkniętym słoju.'],
    price: 1290, tax: 5, weight: 820, unit: 'kg', content: 0.8, stock: 130, attributes: { material: ['Papier'] }, pictures: ['kasza-gryczana'], rating: [3.8, 31], sales: 446, age: 260,
  },
  {
    sku: 'SPI-807', name: 'Olej rzepakowy tłoczony na zimno', categories: ['kasze-i-oleje'], brand: 'Młynówka',
    short: 'Złoty, orzechowy, do sałat i pieczonych ziemniaków.',
    description: ['Tłoczymy go w dniu wysyłki w temperaturze poniżej czterdziestu stopni. Ma kolor dojrzałego zboża i zapach łąki, którego rafinowany olej nie zna.', '500 ml. Zużyj w trzy miesiące, trzymaj w ciemnym miejscu. Nie smaż na nim w wysokiej temperaturze.'],
    price: 2490, tax: 5, weight: 900, unit: 'l', content: 0.5, stock: 54, attributes: { material: ['Szkło'] }, pictures: ['olej-rzepak'], rating: [4.6, 26], sales: 231, age: 200,
  },
  {
    sku: 'SPI-808', name: 'Kawa ziarnista Poranna, kilogram', categories: ['kawa-i-herbata'], brand: 'Siwa Sowa', tags: ['świeżo palona', 'do biura'],
    short: 'Ta sama mieszanka dla tych, którzy parzą więcej niż jedną kawę dziennie.',
    description: ['Kilogram Porannej starcza w czteroosobowym biurze na dwa tygodnie. Palimy ją tego samego dnia co małe torebki, z tych samych ziaren.', 'Sto procent arabiki. Po otwarciu przesyp część do szczelnego słoja, resztę trzymaj w torebce z zapinką.'],
    price: 9900, sale: { price: 8900, from: -4, to: 10 }, weight: 1050, unit: 'kg', content: 1, stock: 48, attributes: { rozmiar: ['1 kg'] }, pictures: ['kawa-poranna'], rating: [4.7, 51], sales: 340, age: 420,
  },
];
