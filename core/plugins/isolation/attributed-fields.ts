import type { Field, FieldBox, FieldSection, PageText, SettingsPage } from '../../api/index.js';
import { type ContextWrapper, wrapText, orElse } from './attribution.js';

/**
 * Wraps the callbacks of a plugin's fields in its owner context. On an error, choices are empty, texts fall back to the
 * key, and a check refuses the value.
 */
export function wrapFields(fields: readonly Field[], withContext: ContextWrapper): readonly Field[] {
  return fields.map((field) => {
    const { key, choices, sanitize, validate } = field;
    const wrappedText = (text: PageText): PageText => wrapText(text, `text of field ${key}`, key, withContext);
    const wrappedChoices = Array.isArray(choices)
      ? choices.map(({ value, label }: { value: string; label: PageText }) => ({ value, label: wrappedText(label) }))
      : undefined;
    const loadChoices = typeof choices === 'function' ? withContext(`choices of field ${key}`, choices) : undefined;
    return {
      ...field,
      label: wrappedText(field.label),
      ...(field.help === undefined ? {} : { help: wrappedText(field.help) }),
      ...(field.patternHelp === undefined ? {} : { patternHelp: wrappedText(field.patternHelp) }),
      ...(wrappedChoices ? { choices: wrappedChoices } : {}),
      ...(loadChoices ? { choices: () => orElse([], loadChoices) } : {}),
      ...(sanitize ? { sanitize: withContext(`sanitization of field ${key}`, sanitize.bind(field)) } : {}),
      ...(validate ? { validate: withContext(`validation of field ${key}`, validate.bind(field)) } : {}),
    };
  });
}

function wrapSection({ title, description, fields }: FieldSection, withContext: ContextWrapper): FieldSection {
  return {
    ...(title === undefined ? {} : { title: wrapText(title, 'title of a section', '', withContext) }),
    ...(description === undefined
      ? {}
      : { description: wrapText(description, 'description of a section', '', withContext) }),
    fields: wrapFields(fields, withContext),
  };
}

/** Runs everything a settings page calls in its plugin's owner context. */
export function wrapSettingsPage(page: SettingsPage, withContext: ContextWrapper): SettingsPage {
  const { slug, title, menuTitle, description, onSaved } = page;
  const entryName = `title of settings page ${slug}`;
  return {
    ...page,
    title: wrapText(title, entryName, slug, withContext),
    ...(menuTitle === undefined ? {} : { menuTitle: wrapText(menuTitle, entryName, slug, withContext) }),
    ...(description === undefined ? {} : { description: wrapText(description, entryName, '', withContext) }),
    sections: page.sections.map((section) => wrapSection(section, withContext)),
    ...(onSaved ? { onSaved: withContext(`save callback of settings page ${slug}`, onSaved.bind(page)) } : {}),
  };
}

/** Runs everything a field box calls in its plugin's owner context. */
export function wrapFieldBox<Box extends FieldBox>(box: Box, withContext: ContextWrapper): Box {
  const { title, description } = box;
  return {
    ...box,
    title: wrapText(title, 'title of a field box', '', withContext),
    ...(description === undefined
      ? {}
      : { description: wrapText(description, 'description of a field box', '', withContext) }),
    fields: wrapFields(box.fields, withContext),
  };
}
