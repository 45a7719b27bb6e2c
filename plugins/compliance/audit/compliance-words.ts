import type { TranslationApi } from 'plinth';

/** What the audit log calls the plugin's actions. */
export function complianceWords({ __ }: Pick<TranslationApi, '__'>): Readonly<Record<string, string>> {
  return {
    compliance: __('Consumer law'),
    'compliance.settings_changed': __('Settings of consumer law changed'),
    'compliance.box_added': __('Legal box added'), 'compliance.box_changed': __('Legal box changed'), 'compliance.box_removed': __('Legal box removed'),
    'compliance.declaration_decided': __('Declaration decided'),
    'compliance.person_exported': __('Data of a person exported'), 'compliance.person_erased': __('Data of a person erased'),
  };
}
