import { element, labelled } from '../../dom/element.js';
import { word, type Words } from '../../dom/words.js';
import { attributesIn, delimited, headIn, headOf } from '../text/grammar.js';
import { escapedText } from '../text/inline.js';

/** The address of what is embedded; visitors get a card that leads there. */
export function embedForm(words: Words, raw: () => string, change: (raw: string) => void): HTMLElement {
  const { url } = attributesIn(headIn(raw()));
  const input = element('input', { type: 'url', placeholder: 'https://', autocomplete: 'off' });
  input.value = typeof url === 'string' ? url : '';
  input.addEventListener('input', () => {
    const address = input.value.trim();
    if (address !== '' && !/^https?:\/\/\S+$/.test(address)) return;
    const tag = /<figure\b[^>]*>/.exec(raw())?.[0] ?? '<figure class="wp-block-embed">';
    const caption = /<figcaption\b[\s\S]*<\/figcaption>/.exec(raw())?.[0] ?? '';
    const head = headOf({ ...attributesIn(headIn(raw())), url: address });
    change(
      delimited(
        'core/embed',
        head,
        `\n${tag}<div class="wp-block-embed__wrapper">\n${escapedText(address)}\n</div>${caption}</figure>\n`,
      ),
    );
  });
  return labelled(word(words, 'embedAddress'), input);
}
