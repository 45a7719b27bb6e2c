import { runBundled } from '../setup/bundled.mjs';

await runBundled('tests/kills/payments-main.ts');
