/** The control for an attribute of a block that is rendered on the server. */
export interface BlockControl {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'checkbox' | 'select';
  readonly label: string;
  readonly help: string;
  readonly value: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | 'any';
  readonly choices?: readonly { readonly value: string | number; readonly label: string }[];
}
