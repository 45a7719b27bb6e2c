import { type Command, PlinthError, type PluginScope } from 'plinth';
import { type GeneratorDeps, generateCatalog } from './generate-catalog.js';

const MAX = 1_000_000;
const LARGEST_SEED = 0xffff_ffff;

type GeneratorParts = Omit<GeneratorDeps, 'scope'>;

/** Adds the command `store generate`. */
export function bootGenerator(scope: PluginScope, parts: GeneratorParts): void {
  scope.addCommand(generateCommand({ scope, ...parts }, scope.__));
}

function generateCommand(deps: GeneratorDeps, __: PluginScope['__']): Command {
  return {
    name: 'store generate <count>',
    description: __('Add realistic sample products to the catalog for testing'),
    options: [
      {
        flags: '--seed <seed>',
        description: __('Whole number; the same number generates the same products'),
        default: '1',
      },
      { flags: '--porcelain', description: __('Print only the number of products added') },
    ],
    async run([count], options, output) {
      const productCount = wholeNumber(count ?? '', 1, MAX, __('Number of products'), __);
      const seed = wholeNumber(String(options.seed ?? '1'), 0, LARGEST_SEED, __('Seed'), __);
      const bar = output.progress(__('Products'), productCount);
      let interrupted = false;
      // The first interrupt lets the running batch finish; a second one ends the process.
      const interrupt = (): void => void (interrupted = true);
      process.once('SIGINT', interrupt);
      const began = Date.now();
      let added: number;
      try {
        added = await generateCatalog(deps, {
          count: productCount,
          seed,
          now: new Date(),
          progress: bar.update,
          shouldStop: () => interrupted,
        });
      } finally {
        bar.stop();
        process.removeListener('SIGINT', interrupt);
      }
      const seconds = Math.max(Date.now() - began, 1) / 1000;
      output.line(
        options.porcelain === true
          ? String(added)
          : __(
              'Added %1$d products in %2$s s (%3$d per second).',
              added,
              seconds.toFixed(1),
              Math.round(added / seconds),
            ),
      );
    },
  };
}

/** @throws PlinthError `store_generate_invalid` */
function wholeNumber(text: string, min: number, max: number, label: string, __: PluginScope['__']): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new PlinthError(
    'store_generate_invalid',
    __('%1$s must be a whole number from %2$d to %3$d, not "%4$s".', label, min, max, text),
    { hint: 'npx plinth store generate 1000' },
  );
}
