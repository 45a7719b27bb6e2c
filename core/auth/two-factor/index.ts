export { createPasskeys } from './passkeys.js';
export { renderQrCode, createTotp } from './totp.js';
export { createRecoveryCodes } from './recovery-codes.js';
export { createTwoFactor, requiredOptionName, type SecondFactors } from './two-factor.js';
export { createSecretBox, type SecretBox } from './secret-encryption.js';
export { createSecurityEmails } from './security-emails.js';
