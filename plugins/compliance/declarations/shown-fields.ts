import type { PluginScope } from 'plinth';
import type { Declaration } from './declarations.js';

type Translator = Pick<PluginScope, '__'>;

/** Channels of declarations entered by the shop owner. */
export const CHANNELS = ['post', 'telephone', 'email', 'in_person'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A field of a declaration, formatted for display. */
interface VisibleField {
  readonly key: string;
  readonly label: string;
  readonly value: string;
}

/** Stored and hashed with the declaration, but only for machine use. */
const HIDDEN_FIELDS = ['quantities'];

/** Returns the labels of fields. */
export function fieldLabels({ __ }: Translator): Readonly<Record<string, string>> {
  return {
    name: __('Name'),
    order: __('Order number'),
    email: __('Email'),
    items: __('Items'),
    url: __('URL of the content'),
    reason: __('Why it is illegal'),
    good_faith: __('Made in good faith'),
    report: __('Report'),
    party: __('Appellant'),
    grounds: __('Why the decision is wrong'),
    channel: __('Received by'),
    sent: __('Sent on'),
    received: __('Received on'),
  };
}

export function channelLabels({ __ }: Translator): Readonly<Record<Channel, string>> {
  return { post: __('Post'), telephone: __('Phone'), email: __('Email'), in_person: __('In person') };
}

/** Returns a declaration's fields in the language of the viewer, without empty ones. */
export function listVisibleFields(scope: Translator, fields: Declaration['fields']): readonly VisibleField[] {
  const labels = fieldLabels(scope);
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    channel: channelLabels(scope),
    party: { reporter: scope.__('Reporter'), author: scope.__('Author of the content') },
  };
  return Object.entries(fields)
    .filter(([key, value]) => value !== '' && !HIDDEN_FIELDS.includes(key))
    .map(([key, value]) => ({
      key,
      label: labels[key] ?? key,
      value: key === 'good_faith' ? scope.__('Yes') : (texts[key]?.[value] ?? value),
    }));
}
