/** What fills a template. All texts are escaped for HTML already. */
export interface TemplateData {
  readonly name: string;
  readonly address: string;
  readonly email: string;
  /** '' when not given, as the ones below. */
  readonly phone: string;
  readonly nip: string;
  readonly regon: string;
  readonly krs: string;
  readonly disputes: string;
  readonly orderButton: string;
  readonly withdrawalDays: number;
  /** Complete addresses of the forms. */
  readonly withdrawalUrl: string;
  readonly reportUrl: string;
  /** In force since, as people write it. */
  readonly date: string;
}

/** Who the seller is, in one sentence part. */
export function identity({ name, address, nip, regon, krs }: TemplateData): string {
  return [`<strong>${name}</strong>`, `adres: ${address}`, nip && `NIP: ${nip}`, regon && `REGON: ${regon}`, krs && `KRS: ${krs}`].filter((part) => part !== '').join(', ');
}

/** How to reach the seller. */
export function contact({ email, phone }: TemplateData): string {
  return [`e-mail: <a href="mailto:${email}">${email}</a>`, phone && `telefon: ${phone}`].filter((part) => part !== '').join(', ');
}
