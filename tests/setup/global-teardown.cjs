'use strict';
const { rmSync } = require('node:fs');
const mysql = require('mysql2/promise');

/** Stops what the global setup started, and deletes the run's own data. */
module.exports = async function globalTeardown() {
  await globalThis.testBrowser?.close();
  rmSync(process.env.TEST_RUN_FOLDER, { recursive: true, force: true });
  if (process.env.TEST_MYSQL_URL === undefined) return;
  const connection = await mysql.createConnection(process.env.TEST_MYSQL_URL);
  const [databases] = /** @type {[object[], unknown]} */ (
    await connection.query('SHOW DATABASES LIKE ?', [`plinth\\_test\\_${process.env.TEST_RUN}\\_%`])
  );
  for (const row of databases) await connection.query(`DROP DATABASE ${Object.values(row)[0]}`);
  await connection.end();
};
