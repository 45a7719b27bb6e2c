// Others on the machine of a test must not make its plugins late through no fault of their own.
const fs = require('node:fs');
const { readFileSync } = fs;
fs.readFileSync = (file, ...rest) => {
  if (file === '/proc/self/schedstat') throw new Error('The test looks away.');
  return readFileSync(file, ...rest);
};
