import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rounded } from './compare.mjs';
import { costOf, HOST, startServed } from './serving/served.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 30);
const REQUESTS = 150;
const WARM = Number(process.env.WARM ?? 3000);
const LISTENERS = 200;
const ADDRESS = '/bench-page/';

/** Actions fired for every page. */
const LIFE = [
  'parse_request',
  'send_headers',
  'wp',
  'template_redirect',
  'get_header',
  'wp_enqueue_scripts',
  'wp_print_styles',
  'wp_print_scripts',
  'loop_start',
  'the_post',
  'loop_end',
  'get_footer',
  'wp_print_footer_scripts',
];

const plugin = (listeners) => ({
  'plugin.json': JSON.stringify({
    name: 'Bench',
    version: '1.0.0',
    description: 'What the bench asks.',
    author: 'Plinth',
    requiresCore: '*',
    main: 'index.js',
  }),
  'index.js': `module.exports = { boot(scope) {
  let seen = 0;
  const life = ${JSON.stringify(LIFE)};
  for (let i = 0; i < ${listeners}; i++) scope.addAction(life[i % life.length], () => { seen += i; });
} };`,
});

function plinth(root, env, ...args) {
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'core/cli/plinth.mjs'), ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`plinth ${args.join(' ')}: ${stderr}`);
}

async function served(root, parent, listeners) {
  const env = {
    DATA_DIR: path.join(parent, String(listeners)),
    DATABASE_URL: '',
    REDIS_URL: '',
    SITE_URL: `http://${HOST}`,
    ADMIN_PASSWORD: 'a password for the bench',
    DEMO: '1',
    PAGE_CACHE_MB: '0',
  };
  plinth(root, env, 'core', 'install');
  const folder = path.join(env.DATA_DIR, 'plugins', 'bench');
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(plugin(listeners))) writeFileSync(path.join(folder, file), text);
  plinth(root, env, 'plugin', 'activate', 'bench');
  plinth(
    root,
    env,
    'post',
    'create',
    '--post_type=page',
    '--post_title=Bench page',
    '--post_status=publish',
    '--post_content=Words.',
  );
  return startServed('site.mjs', env);
}

/** Cost of a page with 200 callbacks on its hooks, relative to the same page without them; sides alternate. */
export function benches({ root }) {
  return [
    {
      name: 'listeners-200',
      async run() {
        const parent = mkdtempSync(path.join(tmpdir(), 'plinth-bench-'));
        const running = [];
        try {
          const [bare, heard] = [await served(root, parent, 0), await served(root, parent, LISTENERS)];
          running.push(bare, heard);
          const shown = async (site) =>
            (await site.get(ADDRESS)).text.replace(/(?:nonce|_wpnonce)="[^"]*"|nonce-[^']*/g, '');
          if ((await shown(bare)) !== (await shown(heard))) throw new Error('The sides disagree.');
          for (const site of running) await costOf(site, ADDRESS, {}, WARM);
          const ratios = [];
          for (let round = 0; round < ROUNDS; round++) {
            const first = round % 2 === 0 ? [bare, heard] : [heard, bare];
            const costs = new Map();
            for (const site of first) costs.set(site, await costOf(site, ADDRESS, {}, REQUESTS));
            ratios.push(costs.get(heard) / costs.get(bare));
          }
          const ratio = [...ratios].sort((a, b) => a - b)[Math.floor(ratios.length / 2)];
          return {
            ratio: rounded(ratio),
            bar: 1.05,
            holds: ratio <= 1.05,
            note: `a page made anew with ${LISTENERS} listeners on ${LIFE.length} hooks of its life ÷ the same without, median of ${ROUNDS} rounds of ${REQUESTS}`,
          };
        } finally {
          for (const site of running) await site.stop();
          rmSync(parent, { recursive: true, force: true });
        }
      },
    },
  ];
}
