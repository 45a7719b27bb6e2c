export { createPasskeys } from './passkeys.js';
export { qrPicture, createTotp } from './totp.js';
export { createRecoveryCodes } from './recovery-codes.js';
export { createSecondFactors, requiredOption, type SecondFactors } from './second-factors.js';
export { createSecretBox, type SecretBox } from './secret-box.js';
export { createSecurityLetters } from './security-letters.js';
