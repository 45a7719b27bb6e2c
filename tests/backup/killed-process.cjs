'use strict';
/** Creates or restores a backup with settings from the environment, and kills itself at a given point: `create <steps> <file>`, `restore <phase> <file>`. */
const { join } = require('node:path');

const root = join(__dirname, '..', '..');
const built = (path) => require(join(root, 'dist/core', path));
const { createBackup, restoreBackup } = built('backup/index.js');
const { readConfig } = built('app/config.js');
const { createSite } = built('app/site.js');
const { coreVersion } = built('app/config.js');
const { coreMigrations } = built('db/core-migrations/index.js');
const { createContext, runInContext } = built('context/index.js');

const [what, moment, file] = process.argv.slice(2);
const die = () => process.kill(process.pid, 'SIGKILL');

async function main() {
  const site = await createSite(readConfig(root, process.env));
  const { db, config, plugins, options } = site;
  const about = { db, dataDir: config.dataDir, version: coreVersion(root), siteUrl: config.siteUrl };
  let steps = 0;
  await runInContext(createContext('test'), () =>
    what === 'create'
      ? createBackup(about, file, { onProgress: () => void (++steps === Number(moment) && die()) })
      : restoreBackup({ ...about, plugins, options, migrations: coreMigrations }, file, {
          onPhase: (phase, done) => void (`${phase} ${done}`.startsWith(moment) && die()),
        }),
  );
  await site.close();
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
