import { runBundled } from '../setup/bundled.mjs';

await runBundled('tests/pictures/pictures-main.ts');
