import { find } from './dom/element.js';

// Requests a passkey from the browser and submits the result with the form. Bytes are encoded as base64url, as the
// server expects.

/** A credential as described by the server; its id is base64url. */
interface NamedCredential extends Omit<PublicKeyCredentialDescriptor, 'id'> {
  readonly id: string;
}

/** The credential creation options sent by the server, as JSON. */
interface CreationOptions extends Omit<
  PublicKeyCredentialCreationOptions,
  'challenge' | 'user' | 'excludeCredentials'
> {
  readonly challenge: string;
  readonly user: Omit<PublicKeyCredentialUserEntity, 'id'> & { readonly id: string };
  readonly excludeCredentials?: readonly NamedCredential[];
}

interface RequestOptions extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> {
  readonly challenge: string;
  readonly allowCredentials?: readonly NamedCredential[];
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
const textOf = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const named = (credentials: readonly NamedCredential[] = []): PublicKeyCredentialDescriptor[] =>
  credentials.map((credential) => ({ ...credential, id: bytesOf(credential.id) }));

async function make(options: CreationOptions): Promise<object> {
  const credential = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: named(options.excludeCredentials),
    },
  });
  const { response } = credential as PublicKeyCredential & { readonly response: AuthenticatorAttestationResponse };
  return {
    ...base(credential as PublicKeyCredential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      // Older browsers do not report transports.
      transports: 'getTransports' in response ? response.getTransports() : [],
    },
  };
}

async function use(options: RequestOptions): Promise<object> {
  const credential = await navigator.credentials.get({
    publicKey: { ...options, challenge: bytesOf(options.challenge), allowCredentials: named(options.allowCredentials) },
  });
  const { response } = credential as PublicKeyCredential & { readonly response: AuthenticatorAssertionResponse };
  return {
    ...base(credential as PublicKeyCredential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      ...(response.userHandle ? { userHandle: textOf(response.userHandle) } : {}),
    },
  };
}

const base = (credential: PublicKeyCredential): object => ({
  id: credential.id,
  rawId: textOf(credential.rawId),
  type: credential.type,
  clientExtensionResults: credential.getClientExtensionResults(),
});

async function submitPasskey(form: HTMLFormElement, field: HTMLInputElement): Promise<void> {
  const status = find(form, '[data-passkey-status]');
  status.hidden = true;
  try {
    const options = JSON.parse(form.dataset.passkey ?? '') as CreationOptions & RequestOptions;
    field.value = JSON.stringify(await ('passkeyNew' in form.dataset ? make(options) : use(options)));
    form.submit();
  } catch {
    // Declined, timed out, or no suitable device.
    status.hidden = false;
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  form.addEventListener('submit', (event) => {
    const field = form.elements.namedItem('passkey');
    if (!(field instanceof HTMLInputElement) || field.value !== '') return;
    event.preventDefault();
    void submitPasskey(form, field);
  });
}
