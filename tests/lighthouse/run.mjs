import { runBundled } from '../setup/bundled.mjs';

await runBundled('tests/lighthouse/lighthouse-main.ts');
