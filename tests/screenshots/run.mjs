import { runBundled } from '../setup/bundled.mjs';

await runBundled('tests/screenshots/screenshots-main.ts');
