import type { TranslationApi } from '../../api/index.js';
import { lockLabels } from '../frame/autosave-texts.js';

type Words = Readonly<Record<string, string>>;
type Translate = TranslationApi['__'];

/** The words of the editor's script, by the names it asks for them (`core/admin/assets/editor`). */
export function editorLabels(text: Pick<TranslationApi, '__'>): Words {
  const { __ } = text;
  return { ...lockLabels(text), ...contentLabels(__), ...toolbarLabels(__), ...blockLabels(__) };
}

/** The words of what stands in the text, and of its images. */
function contentLabels(__: Translate): Words {
  return {
    content: __('Content'),
    add: __('Add block'),
    code: __('Code'),
    previewBeside: __('Preview beside'),
    empty: __('Type here, or / for a block'),
    emptyHeading: __('Heading'),
    emptySource: __('Source'),
    emptySummary: __('Summary'),
    emptyButton: __('Words of the button'),
    emptyCode: __('Code'),
    caption: __('Caption'),
    settings: __('Settings of this block'),
    loading: __('Loading the preview…'),
    previewFailed: __('The preview could not be loaded.'),
    panelFailed: __('This panel could not be loaded.'),
    asHtml: __('Edit as HTML'),
    embedAddress: __('Address of what is shown'),
    alt: __('Alternative text: what the picture shows'),
    choosePicture: __('Choose a picture'),
    otherPicture: __('Other picture'),
    pictureAddress: __('Address of a picture'),
    library: __('Search the library'),
    upload: __('Upload a file'),
    uploading: __('Uploading…'),
    fileTooLarge: __('This file has %1$s MB, and %2$s MB are the most. Make it smaller and upload it again.'),
    uploadFailed: __('The file could not be uploaded.'),
  };
}

/** The words of the tools for the text and its blocks. */
function toolbarLabels(__: Translate): Words {
  return {
    toolbar: __('Tools for the text'),
    blockToolbar: __('Tools for this block'),
    kind: __('Kind of line'),
    otherKind: __('Other block'),
    paragraph: __('Paragraph'),
    'heading-2': __('Heading 2'),
    'heading-3': __('Heading 3'),
    'heading-4': __('Heading 4'),
    bullets: __('List'),
    numbers: __('Numbered list'),
    quote: __('Quote'),
    bold: __('Bold'),
    italic: __('Italic'),
    link: __('Link'),
    linkAddress: __('Address, or words of a title'),
    linkFound: __('Pages found'),
    linkRemove: __('Remove the link'),
    inlineCode: __('Code in the line'),
    strike: __('Struck through'),
    up: __('Move up'),
    down: __('Move down'),
    remove: __('Remove block'),
    undo: __('Undo'),
    redo: __('Redo'),
    drag: __('Drag the block'),
    apply: __('Apply'),
    close: __('Close'),
    wordCount: __('Words:'),
    letterCount: __('Characters:'),
  };
}

/** The words of single kinds of blocks and of their settings. */
function blockLabels(__: Translate): Words {
  return {
    buttonLink: __('Address of the button'),
    addButton: __('Add a button'),
    addPicture: __('Add a picture'),
    addColumn: __('Add a column'),
    removeColumn: __('Remove the column'),
    rowBefore: __('Row above'),
    rowAfter: __('Row below'),
    columnBefore: __('Column before'),
    columnAfter: __('Column behind'),
    rowRemove: __('Remove the row'),
    columnRemove: __('Remove the column of the table'),
    headerRow: __('First row is the head'),
    merge: __('Join cells'),
    split: __('Split the cell'),
    'align-left': __('Left'),
    'align-center': __('Centred'),
    'align-right': __('Right'),
    'align-wide': __('Wide'),
    'align-full': __('Full width'),
    'width-50': __('Half as wide as the text'),
    'width-100': __('As wide as the text'),
    'block:core/group': __('Group'),
    'block:core/columns': __('Columns'),
    'block:core/column': __('Column'),
    'block:core/buttons': __('Buttons'),
    'block:core/gallery': __('Gallery'),
    'block:core/cover': __('Cover'),
    'block:core/media-text': __('Picture and text'),
  };
}
