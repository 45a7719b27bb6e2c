import type { PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';

/** Says below each letter who the seller is: name, address, how to reach them, and their numbers. */
export function registerLetterFooter(
  { addFilter, __ }: Pick<PluginScope, 'addFilter' | '__'>,
  { settings }: { settings: Settings },
): void {
  addFilter('plinth/site_owner', async (lines: readonly string[]): Promise<readonly string[]> => {
    const values = await settings.values();
    const text = (key: string): string => values.text(key).trim();
    const named = (label: string, key: string): string => (text(key) === '' ? '' : `${label} ${text(key)}`);
    const seller = [
      [
        text('company_name'),
        ...text('company_address')
          .split('\n')
          .map((line) => line.trim()),
      ],
      [text('company_email'), named(__('tel.'), 'company_phone')],
      [
        named('NIP', 'company_nip'),
        named('REGON', 'company_regon'),
        named('KRS', 'company_krs'),
        named('BDO', 'bdo_number'),
      ],
    ];
    const joined = seller.map((parts, index) => parts.filter((part) => part !== '').join(index === 0 ? ', ' : ' · '));
    return [...lines, ...joined.filter((line) => line !== '')];
  });
}
