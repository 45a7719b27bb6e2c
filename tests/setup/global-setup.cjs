'use strict';
const { spawnSync } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const { existsSync, mkdtempSync, statfsSync } = require('node:fs');
const net = require('node:net');
const { tmpdir } = require('node:os');
const path = require('node:path');

const CHROMIUM = '/usr/bin/chromium';
const MEMORY = '/dev/shm';

/**
 * Builds the host once, detects which real services this run can use, creates its folder, and starts the browser shared
 * by all files.
 */
module.exports = async function globalSetup() {
  const root = path.join(__dirname, '..', '..');
  const build = spawnSync(process.execPath, [path.join(root, 'core/build/build.mjs')], { stdio: 'inherit' });
  if (build.status !== 0) throw new Error('The build failed.');
  process.env.TEST_RUN = randomBytes(4).toString('hex');
  process.env.TEST_RUN_FOLDER = mkdtempSync(path.join(quickFolder(), 'plinth-run-'));
  process.env.TMPDIR = process.env.TEST_RUN_FOLDER;
  if (process.env.TEST_MYSQL_URL === undefined && (await listens(3306))) {
    process.env.TEST_MYSQL_URL = 'mysql://root@127.0.0.1:3306/';
  }
  if (process.env.TEST_REDIS_URL === undefined && (await listens(6379))) {
    process.env.TEST_REDIS_URL = 'redis://127.0.0.1:6379';
  }
  // Compliance scans use a browser only in their own tests.
  process.env.CHROMIUM_PATH = '';
  if (existsSync(CHROMIUM)) {
    const { chromium } = require('playwright-core');
    globalThis.testBrowser = await chromium.launchServer({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    process.env.TEST_BROWSER = globalThis.testBrowser.wsEndpoint();
  }
};

/** Test sites live for seconds, so their files are stored in memory if possible. */
function quickFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize > 2 * 1024 ** 3) return MEMORY;
  } catch {
    // The folder does not exist here.
  }
  return tmpdir();
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port, timeout: 1000 });
    socket.once('connect', () => resolve(socket.destroy() && true));
    socket.once('error', () => resolve(false));
    socket.once('timeout', () => resolve(socket.destroy() && false));
  });
}
