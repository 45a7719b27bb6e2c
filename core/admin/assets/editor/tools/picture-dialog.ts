import type { Node as TextNode } from 'prosemirror-model';
import { button, element, labelled } from '../../dom/element.js';
import type { Surroundings } from '../page/surroundings.js';
import { filled, word } from '../../dom/words.js';
import { attributesIn, headOf } from '../text/grammar.js';
import { searchList } from './search-list.js';

/** A picture of the library, or of another place. */
export interface Picture {
  /** 0 for one of another place. */
  readonly id: number;
  readonly src: string;
  readonly alt: string;
}

/** What a picture block becomes when another picture is chosen; its size and looks stay. */
export function chosenPicture({ attrs }: TextNode, { id, src, alt }: Picture): Record<string, unknown> {
  const { id: _old, ...kept } = attributesIn(String(attrs.head));
  const classes = String(attrs.picture)
    .replace(/ class="[^"]*"/, '')
    .replace(/ (?:width|height|srcset|sizes)="[^"]*"/g, '');
  const head = headOf({ ...(id > 0 ? { id } : {}), sizeSlug: 'large', linkDestination: 'none', ...kept });
  return {
    src,
    alt: alt === '' ? String(attrs.alt) : alt,
    head,
    origin: null,
    picture: id > 0 ? ` class="wp-image-${id}"${classes}` : classes,
  };
}

const MOST = 24;
const MEGABYTE = 1024 * 1024;

/** Has a picture chosen; undefined when none was. */
export type ChoosePicture = () => Promise<Picture | undefined>;

/** A file of the library as the REST server tells it. */
interface LibraryFile {
  readonly id: number;
  readonly source_url: string;
  readonly alt_text: string;
  readonly title: { readonly rendered: string };
  readonly media_details?: { readonly sizes?: Readonly<Record<string, { readonly source_url: string }>> };
}

function pictureOf({ id, source_url: whole, alt_text: alt, media_details: details }: LibraryFile): Picture {
  return { id, src: details?.sizes?.['large']?.source_url ?? whole, alt };
}

/** Takes a file into the library. */
export async function uploadPicture({ ask, box, words }: Surroundings, file: File): Promise<Picture> {
  const most = Number(box.dataset['fileMegabytes'] ?? 0);
  // Sent all the same, it would be refused once all of it has gone over the line.
  if (most > 0 && file.size > most * MEGABYTE)
    throw new Error(`${file.name}: ${filled(word(words, 'fileTooLarge'), [Math.ceil(file.size / MEGABYTE), most])}`);
  const data = new FormData();
  data.append('file', file, file.name);
  const answer = await ask('wp/v2/media', { method: 'POST', body: data });
  const body = (await answer.json()) as LibraryFile & { readonly message?: string };
  if (!answer.ok) throw new Error(`${file.name}: ${body.message ?? word(words, 'uploadFailed')}`);
  return pictureOf(body);
}

/** Asks for a picture: one of the library, a file of the reader's machine, or an address. */
export function pictureDialog(page: Surroundings): ChoosePicture {
  const say = (name: string): string => word(page.words, name);
  const dialog = element('dialog', { class: 'inserter editor-dialog', 'aria-label': say('choosePicture') });
  const input = element('input', { type: 'search', id: 'editor-picture', autocomplete: 'off' });
  const file = element('input', { type: 'file', accept: 'image/*' });
  const address = element('input', { type: 'url', placeholder: 'https://', autocomplete: 'off' });
  const problem = element('p', { class: 'field-error', role: 'alert' });
  let chosen: Picture | undefined;

  function take(picture: Picture): void {
    chosen = picture;
    dialog.close();
  }
  async function upload(): Promise<void> {
    const [first] = file.files ?? [];
    if (!first) return;
    problem.textContent = say('uploading');
    try {
      take(await uploadPicture(page, first));
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : say('uploadFailed');
    }
  }
  const { list, look } = searchList(
    input,
    say('library'),
    async (text) => {
      const answer = await page.ask(
        `wp/v2/media?media_type=image&per_page=${MOST}${text === '' ? '' : `&search=${encodeURIComponent(text)}`}`,
      );
      if (!answer.ok) return [];
      const files = (await answer.json()) as readonly LibraryFile[];
      return files.map((one) => ({
        value: pictureOf(one),
        label: one.title.rendered,
        picture: one.media_details?.sizes?.['thumbnail']?.source_url ?? one.source_url,
      }));
    },
    take,
  );
  list.classList.add('found-list--pictures');
  file.addEventListener('change', () => void upload());
  address.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    useAddress();
  });
  function useAddress(): void {
    if (/^(?:https?:\/|\/)\S+$/.test(address.value.trim())) take({ id: 0, src: address.value.trim(), alt: '' });
  }
  dialog.append(
    labelled(say('upload'), file),
    problem,
    labelled(say('library'), input),
    list,
    labelled(say('pictureAddress'), address),
    element(
      'div',
      { class: 'actions' },
      button(say('apply'), {}, useAddress),
      button(say('close'), {}, () => dialog.close()),
    ),
  );
  document.body.append(dialog);

  return () => {
    chosen = undefined;
    problem.textContent = '';
    for (const one of [input, file, address]) one.value = '';
    dialog.showModal();
    look();
    return new Promise((resolve) => {
      dialog.addEventListener('close', () => resolve(chosen), { once: true });
    });
  };
}
