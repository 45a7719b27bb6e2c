export { createPasskeys } from './passkeys.js';
export { qrImage, createTotp } from './totp.js';
export { createRecoveryCodes } from './recovery-codes.js';
export { createSecondFactors, requiredOption, type SecondFactors } from './second-factors.js';
export { createSecretBox, type SecretBox } from './secret-box.js';
export { createSecurityEmails } from './security-letters.js';
