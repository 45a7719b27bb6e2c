import type { CheckI18n } from './check-i18n.js';
import type { Screen } from './styles/screen.js';

/** Describes the window in which something was found. */
export function screenName({ id }: Screen, { __ }: CheckI18n): string {
  switch (id) {
    case 'desktop':
      return __('(on a desktop)');
    case 'desktop-dark':
      return __('(on a desktop, in dark mode)');
    case 'phone':
      return __('(on a phone)');
    case 'phone-dark':
      return __('(on a phone, in dark mode)');
  }
}
