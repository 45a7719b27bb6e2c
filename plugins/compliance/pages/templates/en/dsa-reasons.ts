import { heading, list, type Part, text } from '../blocks.js';
import { contact, ENGLISH, type TemplateData } from '../template-data.js';

/** Content of a statement of reasons: Regulation (EU) 2022/2065, art. 17. */
export function dsaReasons(data: TemplateData): readonly Part[] {
  return [
    heading('Who receives a statement of reasons'),
    text(
      'Everyone whose content (such as a review or a comment) we removed or hid, or whose account we suspended, if we know their electronic address. It is sent no later than when the restriction takes effect.',
    ),
    heading('What it contains'),
    list(
      'what the restriction is, its scope and territory, and how long it lasts,',
      'the facts and circumstances on which it is based, and whether it follows from a report or from our own review,',
      'whether automated means were used,',
      'for illegal content: the legal ground, and why the content violates it,',
      `for content against our rules: the provision of the page “${data.titles.terms}” or “${data.titles.dsa_report}”, and why the content violates it,`,
      'how it can be contested: with us, out of court, and in court.',
    ),
    heading('How to contest it'),
    text(
      `Within 6 months, by replying to the message with the statement of reasons or by writing to: ${contact(data, ENGLISH)}. A person reviews the case.`,
    ),
  ];
}
