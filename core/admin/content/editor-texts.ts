import type { TranslationApi } from '../../api/index.js';
import { lockLabels } from '../frame/autosave-texts.js';

type EditorTexts = Readonly<Record<string, string>>;
type Translate = TranslationApi['__'];

/** Returns the labels of the editor's script by name (`core/admin/assets/editor`). */
export function editorLabels(text: Pick<TranslationApi, '__'>): EditorTexts {
  const { __ } = text;
  return { ...lockLabels(text), ...contentLabels(__), ...toolbarLabels(__), ...blockLabels(__) };
}

/** Labels for the content and its images. */
function contentLabels(__: Translate): EditorTexts {
  return {
    content: __('Content'),
    add: __('Add block'),
    code: __('Code'),
    previewBeside: __('Side-by-side preview'),
    empty: __('Start writing, or type / to add a block'),
    emptyHeading: __('Heading'),
    emptySource: __('Source'),
    emptySummary: __('Summary'),
    emptyButton: __('Button text'),
    emptyCode: __('Code'),
    caption: __('Caption'),
    settings: __('Block settings'),
    loading: __('Loading preview…'),
    previewFailed: __('The preview could not be loaded.'),
    panelFailed: __('Could not load this panel.'),
    asHtml: __('Edit as HTML'),
    embedUrl: __('URL to embed'),
    alt: __('Alternative text: describe the image'),
    chooseImage: __('Choose image'),
    replaceImage: __('Replace image'),
    imageUrl: __('Image URL'),
    library: __('Search library'),
    upload: __('Upload file'),
    uploading: __('Uploading…'),
    fileTooLarge: __('This file is %1$s MB; the limit is %2$s MB. Make it smaller and upload it again.'),
    uploadFailed: __('The file could not be uploaded.'),
  };
}

/** Labels for the tools of the text and its blocks. */
function toolbarLabels(__: Translate): EditorTexts {
  return {
    toolbar: __('Text tools'),
    blockToolbar: __('Block tools'),
    blockType: __('Text style'),
    otherBlockType: __('Other block'),
    paragraph: __('Paragraph'),
    'heading-2': __('Heading 2'),
    'heading-3': __('Heading 3'),
    'heading-4': __('Heading 4'),
    'bullet-list': __('List'),
    'ordered-list': __('Numbered list'),
    quote: __('Quote'),
    bold: __('Bold'),
    italic: __('Italic'),
    link: __('Link'),
    linkUrl: __('URL or page title'),
    linkFound: __('Pages found'),
    linkRemove: __('Remove link'),
    inlineCode: __('Inline code'),
    strike: __('Strikethrough'),
    up: __('Move up'),
    down: __('Move down'),
    remove: __('Remove block'),
    undo: __('Undo'),
    redo: __('Redo'),
    drag: __('Drag block'),
    apply: __('Apply'),
    close: __('Close'),
    wordCount: __('Words:'),
    characterCount: __('Characters:'),
  };
}

/** Labels for individual block types and their settings. */
function blockLabels(__: Translate): EditorTexts {
  return {
    buttonLink: __('Button URL'),
    addButton: __('Add button'),
    addImage: __('Add image'),
    addColumn: __('Add column'),
    removeColumn: __('Remove column'),
    rowBefore: __('Insert row above'),
    rowAfter: __('Insert row below'),
    columnBefore: __('Insert column before'),
    columnAfter: __('Insert column after'),
    rowRemove: __('Remove row'),
    columnRemove: __('Remove table column'),
    headerRow: __('Use first row as header'),
    merge: __('Merge cells'),
    split: __('Split cell'),
    'align-left': __('Left'),
    'align-center': __('Centered'),
    'align-right': __('Right'),
    'align-wide': __('Wide'),
    'align-full': __('Full width'),
    'width-50': __('Half of text width'),
    'width-100': __('Text width'),
    'block:core/group': __('Group'),
    'block:core/columns': __('Columns'),
    'block:core/column': __('Column'),
    'block:core/buttons': __('Buttons'),
    'block:core/gallery': __('Gallery'),
    'block:core/cover': __('Cover'),
    'block:core/media-text': __('Image and text'),
  };
}
