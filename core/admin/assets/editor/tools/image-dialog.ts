import type { Node as TextNode } from 'prosemirror-model';
import { button, element, labelled } from '../../dom/element.js';
import type { Surroundings } from '../page/surroundings.js';
import { fillPlaceholders, labelOf } from '../../dom/texts.js';
import { attributesIn, headOf } from '../text/grammar.js';
import { searchList } from './search-list.js';

/** An image from the media library or from an external URL. */
export interface Image {
  /** 0 for an external image. */
  readonly id: number;
  readonly src: string;
  readonly alt: string;
}

/** Returns the attributes of an image block after another image was selected; its size and styles are kept. */
export function chosenImage({ attrs }: TextNode, { id, src, alt }: Image): Record<string, unknown> {
  const { id: _old, ...otherAttributes } = attributesIn(String(attrs.head));
  const classes = String(attrs.picture)
    .replace(/ class="[^"]*"/, '')
    .replace(/ (?:width|height|srcset|sizes)="[^"]*"/g, '');
  const head = headOf({ ...(id > 0 ? { id } : {}), sizeSlug: 'large', linkDestination: 'none', ...otherAttributes });
  return {
    src,
    alt: alt === '' ? String(attrs.alt) : alt,
    head,
    origin: null,
    picture: id > 0 ? ` class="wp-image-${id}"${classes}` : classes,
  };
}

const MAX = 24;
const MEGABYTE = 1024 * 1024;

/** Opens the image dialog. Resolves to undefined if it was canceled. */
export type ChooseImage = () => Promise<Image | undefined>;

/** A media item in the response of the REST API. */
interface LibraryFile {
  readonly id: number;
  readonly source_url: string;
  readonly alt_text: string;
  readonly title: { readonly rendered: string };
  readonly media_details?: { readonly sizes?: Readonly<Record<string, { readonly source_url: string }>> };
}

function imageOf({ id, source_url: fullUrl, alt_text: alt, media_details: details }: LibraryFile): Image {
  return { id, src: details?.sizes?.['large']?.source_url ?? fullUrl, alt };
}

/** Uploads a file to the media library. */
export async function uploadImage({ sendRequest, box, labels }: Surroundings, file: File): Promise<Image> {
  const max = Number(box.dataset['fileMegabytes'] ?? 0);
  // Checked before the upload, because the server would reject the file only after receiving all of it.
  if (max > 0 && file.size > max * MEGABYTE)
    throw new Error(
      `${file.name}: ${fillPlaceholders(labelOf(labels, 'fileTooLarge'), [Math.ceil(file.size / MEGABYTE), max])}`,
    );
  const data = new FormData();
  data.append('file', file, file.name);
  const response = await sendRequest('wp/v2/media', { method: 'POST', body: data });
  const body = (await response.json()) as LibraryFile & { readonly message?: string };
  if (!response.ok) throw new Error(`${file.name}: ${body.message ?? labelOf(labels, 'uploadFailed')}`);
  return imageOf(body);
}

/** Dialog for selecting an image: from the media library, from the user's device, or by URL. */
export function imageDialog(page: Surroundings): ChooseImage {
  const labelFor = (name: string): string => labelOf(page.labels, name);
  const dialog = element('dialog', { class: 'inserter editor-dialog', 'aria-label': labelFor('choosePicture') });
  const input = element('input', { type: 'search', id: 'editor-picture', autocomplete: 'off' });
  const file = element('input', { type: 'file', accept: 'image/*' });
  const address = element('input', { type: 'url', placeholder: 'https://', autocomplete: 'off' });
  const problem = element('p', { class: 'field-error', role: 'alert' });
  let selectedImage: Image | undefined;

  function take(image: Image): void {
    selectedImage = image;
    dialog.close();
  }
  async function upload(): Promise<void> {
    const [first] = file.files ?? [];
    if (!first) return;
    problem.textContent = labelFor('uploading');
    try {
      take(await uploadImage(page, first));
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : labelFor('uploadFailed');
    }
  }
  const { list, runSearch } = searchList(
    input,
    labelFor('library'),
    async (text) => {
      const response = await page.sendRequest(
        `wp/v2/media?media_type=image&per_page=${MAX}${text === '' ? '' : `&search=${encodeURIComponent(text)}`}`,
      );
      if (!response.ok) return [];
      const files = (await response.json()) as readonly LibraryFile[];
      return files.map((one) => ({
        value: imageOf(one),
        label: one.title.rendered,
        image: one.media_details?.sizes?.['thumbnail']?.source_url ?? one.source_url,
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
    labelled(labelFor('upload'), file),
    problem,
    labelled(labelFor('library'), input),
    list,
    labelled(labelFor('pictureAddress'), address),
    element(
      'div',
      { class: 'actions' },
      button(labelFor('apply'), {}, useAddress),
      button(labelFor('close'), {}, () => dialog.close()),
    ),
  );
  document.body.append(dialog);

  return () => {
    selectedImage = undefined;
    problem.textContent = '';
    for (const one of [input, file, address]) one.value = '';
    dialog.showModal();
    runSearch();
    return new Promise((resolve) => {
      dialog.addEventListener('close', () => resolve(selectedImage), { once: true });
    });
  };
}
