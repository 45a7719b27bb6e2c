'use strict';
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const net = require('node:net');
const path = require('node:path');

const CHROMIUM = '/usr/bin/chromium';

/** Builds the host once, finds out which real services this run can use, and starts the browser that all files share. */
module.exports = async function globalSetup() {
  const root = path.join(__dirname, '..', '..');
  const build = spawnSync(process.execPath, [path.join(root, 'core/boot/build.mjs')], { stdio: 'inherit' });
  if (build.status !== 0) throw new Error('The build failed.');
  if (process.env.TEST_MYSQL_URL === undefined && (await listens(3306))) {
    process.env.TEST_MYSQL_URL = 'mysql://root@127.0.0.1:3306/';
  }
  if (process.env.TEST_REDIS_URL === undefined && (await listens(6379))) {
    process.env.TEST_REDIS_URL = 'redis://127.0.0.1:6379';
  }
  if (existsSync(CHROMIUM)) {
    const { chromium } = require('playwright-core');
    globalThis.testBrowser = await chromium.launchServer({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
    process.env.TEST_BROWSER = globalThis.testBrowser.wsEndpoint();
  }
};

function listens(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port, timeout: 1000 });
    socket.once('connect', () => resolve(socket.destroy() && true));
    socket.once('error', () => resolve(false));
    socket.once('timeout', () => resolve(socket.destroy() && false));
  });
}
