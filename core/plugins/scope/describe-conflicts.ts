import type { TranslationApi } from '../../api/index.js';
import type { NameKind, NameConflict } from './name-registry.js';

/**
 * Describes name conflicts between plugins for the owner: which plugin uses the name, and which ones also requested it.
 * @param nameOf returns a plugin's name by its folder
 */
export function describeConflicts(
  conflicts: readonly NameConflict[],
  nameOf: (plugin: string) => string,
  { __ }: Pick<TranslationApi, '__'>,
): string[] {
  const kinds: Readonly<Record<NameKind, string>> = {
    page: __('page'),
    'REST route': __('REST route'),
    command: __('command'),
    block: __('block'),
    shortcode: __('shortcode'),
    'post type': __('post type'),
    taxonomy: __('taxonomy'),
    setting: __('setting'),
    service: __('service'),
    'image size': __('image size'),
    widget: __('widget'),
    'post status': __('post status'),
    'meta key': __('meta key'),
    field: __('field'),
    job: __('job'),
    screen: __('screen'),
    script: __('script'),
    style: __('style'),
    'script module': __('script module'),
  };
  return conflicts.map(({ kind, name, plugins, resolution }) => {
    // For services and shortcodes the last registration is used, as in WordPress.
    const [currentOwner = '', ...others] = (resolution === 'last' ? [...plugins].reverse() : plugins).map(nameOf);
    const details = [kind in kinds ? kinds[kind as NameKind] : kind, name, currentOwner, others.join(', ')] as const;
    const message = __('Name conflict: “%2$s” (%1$s) is used by %3$s and also requested by %4$s.', ...details);
    return resolution === 'each' ? `${message} ${__('Both are used on pages.')}` : message;
  });
}
