import type { Field, FieldBox, FieldSection, PageText, SettingsPage } from '../../api/index.js';
import { type ContextWrapper, nameText, orElse } from './attribution.js';

/**
 * Runs what a plugin's fields call in its owner context. On an error, choices are empty, texts fall back to the key,
 * and a check refuses.
 */
export function nameFields(fields: readonly Field[], named: ContextWrapper): readonly Field[] {
  return fields.map((field) => {
    const { key, choices, sanitize, validate } = field;
    const attributedText = (text: PageText): PageText => nameText(text, `text of field ${key}`, key, named);
    const listed = Array.isArray(choices)
      ? choices.map(({ value, label }: { value: string; label: PageText }) => ({ value, label: attributedText(label) }))
      : undefined;
    const loadChoices = typeof choices === 'function' ? named(`choices of field ${key}`, choices) : undefined;
    return {
      ...field,
      label: attributedText(field.label),
      ...(field.help === undefined ? {} : { help: attributedText(field.help) }),
      ...(field.patternHelp === undefined ? {} : { patternHelp: attributedText(field.patternHelp) }),
      ...(listed ? { choices: listed } : {}),
      ...(loadChoices ? { choices: () => orElse([], loadChoices) } : {}),
      ...(sanitize ? { sanitize: named(`sanitization of field ${key}`, sanitize.bind(field)) } : {}),
      ...(validate ? { validate: named(`validation of field ${key}`, validate.bind(field)) } : {}),
    };
  });
}

function nameSection({ title, description, fields }: FieldSection, named: ContextWrapper): FieldSection {
  return {
    ...(title === undefined ? {} : { title: nameText(title, 'title of a section', '', named) }),
    ...(description === undefined ? {} : { description: nameText(description, 'description of a section', '', named) }),
    fields: nameFields(fields, named),
  };
}

/** Runs everything a settings page calls in its plugin's owner context. */
export function nameSettingsPage(page: SettingsPage, named: ContextWrapper): SettingsPage {
  const { slug, title, menuTitle, description, onSaved } = page;
  const entryName = `title of settings page ${slug}`;
  return {
    ...page,
    title: nameText(title, entryName, slug, named),
    ...(menuTitle === undefined ? {} : { menuTitle: nameText(menuTitle, entryName, slug, named) }),
    ...(description === undefined ? {} : { description: nameText(description, entryName, '', named) }),
    sections: page.sections.map((section) => nameSection(section, named)),
    ...(onSaved ? { onSaved: named(`save callback of settings page ${slug}`, onSaved.bind(page)) } : {}),
  };
}

/** Runs everything a field box calls in its plugin's owner context. */
export function nameFieldBox<Box extends FieldBox>(box: Box, named: ContextWrapper): Box {
  const { title, description } = box;
  return {
    ...box,
    title: nameText(title, 'title of a field box', '', named),
    ...(description === undefined
      ? {}
      : { description: nameText(description, 'description of a field box', '', named) }),
    fields: nameFields(box.fields, named),
  };
}
