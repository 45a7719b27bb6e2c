import { heading, list, type Part, text } from '../blocks.js';
import { contact, ENGLISH, type TemplateData } from '../template-data.js';

/** Content of a statement of reasons: Regulation (EU) 2022/2065, art. 17. */
export function dsaReasons(data: TemplateData): readonly Part[] {
  return [
    heading('Who gets a statement of reasons'),
    text(
      'Everybody whose content (such as a review or a comment) we removed or hid, or whose account we suspended, as far as we know an electronic address. It is sent at the latest when the restriction begins.',
    ),
    heading('What it says'),
    list(
      'what the restriction is, what and which area it covers, and how long it lasts,',
      'the facts and circumstances it rests on, and whether it follows a report or our own look,',
      'whether automated means were used,',
      'for illegal content: the legal ground, and why the content breaches it,',
      `for content against our rules: the provision of the page “${data.titles.terms}” or “${data.titles.dsa_report}”, and why,`,
      'how it can be contested: with us, out of court, and in court.',
    ),
    heading('Contesting it'),
    text(
      `Within 6 months, by answering the message with the statement or writing to: ${contact(data, ENGLISH)}. A person looks at it.`,
    ),
  ];
}
