/** Whole sentences that are true of any thing that lasts; descriptions are made of some of them, 12 to 29 words together. */
export const POLISH_OF_THINGS: readonly string[] = [
  'Powstaje w niewielkiej pracowni pod Krakowem.', 'Każdy egzemplarz sprawdzamy ręcznie przed wysyłką.', 'Dobrze znosi lata codziennego używania.', 'Do czyszczenia wystarczy wilgotna ściereczka.',
  'Pasuje do jasnych wnętrz i naturalnych materiałów.', 'To dobry pomysł na prezent dla bliskich.', 'Pakujemy w karton z odzysku, bez zbędnego plastiku.', 'Projekt powstał z myślą o małych mieszkaniach.',
  'Producent daje dwa lata gwarancji.', 'Części zamienne są dostępne przez dziesięć lat.', 'Delikatna faktura jest przyjemna w dotyku.', 'Nie wymaga skomplikowanego montażu ani narzędzi.',
  'Spokojna forma nie starzeje się po jednym sezonie.', 'Źródło surowca jest znane i opisane na etykiecie.', 'Świetnie wygląda także w zestawie z innymi produktami serii.', 'W komplecie znajduje się krótka instrukcja pielęgnacji.',
  'Powierzchnię wykończono starannie, bez ostrych krawędzi.', 'Kolor może nieznacznie różnić się od zdjęcia.', 'Klienci chwalą wygodę i solidne wykonanie.', 'Wysyłamy zwykle w ciągu jednego dnia roboczego.',
  'Zaprojektowano i wykonano w Polsce.', 'Sprawdziliśmy to zimą, latem i w podróży.', 'Zajmuje mało miejsca, gdy nie jest potrzebny.', 'Żaden detal nie jest tu przypadkowy.',
  'Dzięki przemyślanym proporcjom mieści się niemal wszędzie.', 'Materiały dobieramy tak, żeby dało się je naprawić.',
];

export const ENGLISH_OF_THINGS: readonly string[] = [
  'Made in a small workshop that checks every piece by hand.', 'It keeps its looks through years of daily use.', 'A damp cloth is all it takes to keep it clean.', 'The calm shape works in bright rooms and busy corners alike.',
  'Packed in recycled cardboard without needless plastic.', 'Designed for small flats where every inch counts.', 'Spare parts stay available for ten years.', 'The surface feels pleasant to the touch.',
  'No tools and no patience needed to set it up.', 'A thoughtful present for people who value good things.', 'The maker gives a guarantee of two years.', 'Edges are finished with care and nothing scratches.',
  'Colours may differ slightly from the picture.', 'Customers praise the comfort and the honest materials.', 'It usually leaves our warehouse within one working day.', 'Looks even better next to others of the same series.',
  'Every detail has a reason.', 'We tested it in winter, in summer and on the road.', 'Takes little space when it is not in use.', 'The source of its raw materials is written on the label.',
];

/** The same of what is used up. */
export const POLISH_OF_GOODS: readonly string[] = [
  'Skład jest krótki i w całości podany na etykiecie.', 'Powstaje w małych partiach, dlatego zawsze jest świeży.', 'Producent pracuje w tym fachu od trzech pokoleń.', 'Opakowanie można oddać do ponownego napełnienia.',
  'Najlepiej przechowywać w suchym i chłodnym miejscu.', 'Nie zawiera sztucznych barwników ani wzmacniaczy.', 'Naturalny aromat pochodzi wyłącznie z roślin.', 'Jedno opakowanie zwykle wystarcza na kilka tygodni.',
  'Ulubiony wybór naszych stałych klientów.', 'Każdą partię bada niezależne laboratorium.', 'To miły drobiazg, który łatwo podarować.', 'Surowce kupujemy od rolników z sąsiedztwa.', 'Po otwarciu należy zużyć w ciągu trzech miesięcy.', 'Przepis dopracowano z pomocą domowych testerów.',
];

export const ENGLISH_OF_GOODS: readonly string[] = [
  'The list of ingredients is short and printed in full.', 'Made in small batches so that it reaches you fresh.', 'The makers have done this for three generations.', 'The packaging can be returned and refilled.', 'Best kept in a cool and dry place.',
  'Contains no artificial colours.', 'Its scent comes from plants alone.', 'One pack usually lasts for several weeks.', 'A favourite of our regular customers.', 'Every batch is tested by an independent laboratory.', 'A small treat that is easy to give away.', 'Use within three months after opening.',
];
