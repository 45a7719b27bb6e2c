'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/** Slow test files, the slowest first; before Jest has seen a file run, it sorts by size, which is no indication. */
const LONG = [
  /\/chaos\/workers/,
  /\/conformance\/areas/,
  /\/backup\/killed/,
  /\/reliability\//,
  /\/facet\/(?:index|engine)/,
  /\/security\/accounts/,
  /\/browser\/phone/,
  /\/backup\/round-trip/,
  /\/chaos\//,
  /\/cli\//,
  /\/store\/(?:account|generator)/,
  /\/browser\/login/,
  /\/compliance\/confirmed/,
  /\/store\/(?:products-csv|order-code-browser)/,
  /\/app\/start/,
  /\/db\/locked/,
  /\/security\//,
  /\/backup\//,
  /\/compliance\//,
  /\/store\/(?:large-sums|checkout|orders|list-plans)/,
  /\/facet\/(?:browser|shop|booted)/,
  /\/db\/database/,
  /\/http\/page-cache/,
  /\/fuzz\//,
  /browser/,
  /\/auth\//,
  /\/clients\//,
];

/** Starts slow files first, so that no worker has to run one alone at the end. */
module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const place = ({ path }) => LONG.findIndex((pattern) => pattern.test(path)) + 1 || LONG.length + 1;
    return [...sorted].sort((one, other) => place(one) - place(other));
  }
};
