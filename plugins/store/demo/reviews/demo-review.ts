/** A review of the demo shop, said so that it fits every product of its department. */
export type DemoReview = readonly [stars: number, name: string, title: string, text: string];
