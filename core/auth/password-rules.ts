import { createRequire } from 'node:module';
import type * as LanguageCommon from '@zxcvbn-ts/language-common';
import {
  type OptionsApi,
  type PasswordOwner,
  type PasswordRulesApi,
  type TranslationApi,
  WpError,
} from '../api/index.js';
import { decodeSiteName } from '../formatting/index.js';

/** Minimum length of a password, in characters; its composition is not restricted. */
export const MIN_PASSWORD_LENGTH = 8;

const load = createRequire(__filename);
let commonList: ReadonlySet<string> | undefined;

/** Returns the most common passwords; loaded when a password is first set. */
function commonPasswords(): ReadonlySet<string> {
  if (commonList) return commonList;
  const { dictionary } = load('@zxcvbn-ts/language-common') as typeof LanguageCommon;
  commonList = new Set(dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD_LENGTH));
  return commonList;
}

/**
 * Creates the rules for new passwords: a minimum length, and none of the most common ones.
 * @since 0.1.0
 */
export function createPasswordRules({
  options,
  translate,
}: {
  options: Pick<OptionsApi, 'getOption'>;
  translate: TranslationApi['__'];
}): PasswordRulesApi {
  return {
    async passwordProblem(password, owner = {}) {
      if ([...password].length < MIN_PASSWORD_LENGTH)
        return new WpError('password_too_short', translate('The password must have at least 8 characters.'));
      const normalized = normalizeText(password);
      if (commonPasswords().has(normalized))
        return new WpError(
          'password_common',
          translate(
            'This is one of the most common passwords, which are guessed first. Choose another, such as four unrelated words.',
          ),
        );
      const names = namesOf(owner, decodeSiteName(await options.getOption<string>('blogname', ''))).map(normalizeText);
      if (names.includes(normalized))
        return new WpError(
          'password_is_name',
          translate(
            'Usernames, addresses, and site names are guessed first. Choose another password, such as four unrelated words.',
          ),
        );
      return undefined;
    },
  };
}

function namesOf({ login = '', email = '' }: PasswordOwner, siteName: string): string[] {
  const [mailbox = ''] = email.split('@');
  return [login, email, mailbox, siteName].filter((name) => name !== '');
}

function normalizeText(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
