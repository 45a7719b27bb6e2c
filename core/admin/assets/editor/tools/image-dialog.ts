import type { Node as PmNode } from 'prosemirror-model';
import { button, element, createLabeledField } from '../../dom/element.js';
import type { EditorPage } from '../page/editor-page.js';
import { fillPlaceholders, labelOf } from '../../dom/texts.js';
import { parseAttributes, serializeAttributes } from '../text/grammar.js';
import { searchList } from './search-list.js';

/** An image from the media library or from an external URL. */
export interface Image {
  /** 0 for an external image. */
  readonly id: number;
  readonly src: string;
  readonly alt: string;
}

/** Returns the attributes of an image block after another image was selected; its size and styles are kept. */
export function replaceImage({ attrs }: PmNode, { id, src, alt }: Image): Record<string, unknown> {
  const { id: _old, ...otherAttributes } = parseAttributes(String(attrs.head));
  const classes = String(attrs.imageAttributes)
    .replace(/ class="[^"]*"/, '')
    .replace(/ (?:width|height|srcset|sizes)="[^"]*"/g, '');
  const head = serializeAttributes({
    ...(id > 0 ? { id } : {}),
    sizeSlug: 'large',
    linkDestination: 'none',
    ...otherAttributes,
  });
  return {
    src,
    alt: alt === '' ? String(attrs.alt) : alt,
    head,
    origin: null,
    imageAttributes: id > 0 ? ` class="wp-image-${id}"${classes}` : classes,
  };
}

const MAX_RESULTS = 24;
const MEGABYTE = 1024 * 1024;

/** Opens the image dialog. Resolves to undefined if it was canceled. */
export type ChooseImage = () => Promise<Image | undefined>;

/** A media item in the response of the REST API. */
interface MediaItem {
  readonly id: number;
  readonly source_url: string;
  readonly alt_text: string;
  readonly title: { readonly rendered: string };
  readonly media_details?: { readonly sizes?: Readonly<Record<string, { readonly source_url: string }>> };
}

function toImage({ id, source_url: fullUrl, alt_text: alt, media_details: details }: MediaItem): Image {
  return { id, src: details?.sizes?.['large']?.source_url ?? fullUrl, alt };
}

/** Uploads a file to the media library. */
export async function uploadImage({ sendRequest, box, labels }: EditorPage, file: File): Promise<Image> {
  const max = Number(box.dataset['fileMegabytes'] ?? 0);
  // Checked before the upload, because the server would reject the file only after receiving all of it.
  if (max > 0 && file.size > max * MEGABYTE)
    throw new Error(
      `${file.name}: ${fillPlaceholders(labelOf(labels, 'fileTooLarge'), [Math.ceil(file.size / MEGABYTE), max])}`,
    );
  const data = new FormData();
  data.append('file', file, file.name);
  const response = await sendRequest('wp/v2/media', { method: 'POST', body: data });
  const body = (await response.json()) as MediaItem & { readonly message?: string };
  if (!response.ok) throw new Error(`${file.name}: ${body.message ?? labelOf(labels, 'uploadFailed')}`);
  return toImage(body);
}

/** Dialog for selecting an image: from the media library, from the user's device, or by URL. */
export function imageDialog(page: EditorPage): ChooseImage {
  const labelFor = (name: string): string => labelOf(page.labels, name);
  const dialog = element('dialog', { class: 'inserter editor-dialog', 'aria-label': labelFor('chooseImage') });
  const input = element('input', { type: 'search', id: 'editor-image-search', autocomplete: 'off' });
  const file = element('input', { type: 'file', accept: 'image/*' });
  const urlInput = element('input', { type: 'url', placeholder: 'https://', autocomplete: 'off' });
  const problem = element('p', { class: 'field-error', role: 'alert' });
  let selectedImage: Image | undefined;

  function selectImage(image: Image): void {
    selectedImage = image;
    dialog.close();
  }
  async function upload(): Promise<void> {
    const [first] = file.files ?? [];
    if (!first) return;
    problem.textContent = labelFor('uploading');
    try {
      selectImage(await uploadImage(page, first));
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : labelFor('uploadFailed');
    }
  }
  const { list, runSearch } = searchList(
    input,
    labelFor('library'),
    async (text) => {
      const response = await page.sendRequest(
        `wp/v2/media?media_type=image&per_page=${MAX_RESULTS}${text === '' ? '' : `&search=${encodeURIComponent(text)}`}`,
      );
      if (!response.ok) return [];
      const files = (await response.json()) as readonly MediaItem[];
      return files.map((mediaItem) => ({
        value: toImage(mediaItem),
        label: mediaItem.title.rendered,
        image: mediaItem.media_details?.sizes?.['thumbnail']?.source_url ?? mediaItem.source_url,
      }));
    },
    selectImage,
  );
  list.classList.add('suggestion-list--images');
  file.addEventListener('change', () => void upload());
  urlInput.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    useUrl();
  });
  function useUrl(): void {
    if (/^(?:https?:\/|\/)\S+$/.test(urlInput.value.trim()))
      selectImage({ id: 0, src: urlInput.value.trim(), alt: '' });
  }
  dialog.append(
    createLabeledField(labelFor('upload'), file),
    problem,
    createLabeledField(labelFor('library'), input),
    list,
    createLabeledField(labelFor('imageUrl'), urlInput),
    element(
      'div',
      { class: 'actions' },
      button(labelFor('apply'), {}, useUrl),
      button(labelFor('close'), {}, () => dialog.close()),
    ),
  );
  document.body.append(dialog);

  return () => {
    selectedImage = undefined;
    problem.textContent = '';
    for (const field of [input, file, urlInput]) field.value = '';
    dialog.showModal();
    runSearch();
    return new Promise((resolve) => {
      dialog.addEventListener('close', () => resolve(selectedImage), { once: true });
    });
  };
}
