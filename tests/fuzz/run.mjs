import { runBundled } from '../setup/bundled.mjs';

await runBundled('tests/fuzz/main.ts');
