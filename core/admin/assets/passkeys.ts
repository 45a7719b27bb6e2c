import { find } from './dom/element.js';

// Requests a passkey from the browser and submits the result with the form. Bytes are encoded as base64url, as the
// server expects.

/** A credential as described by the server; its id is base64url. */
interface JsonCredential extends Omit<PublicKeyCredentialDescriptor, 'id'> {
  readonly id: string;
}

/** The credential creation options sent by the server, as JSON. */
interface CreationOptions extends Omit<
  PublicKeyCredentialCreationOptions,
  'challenge' | 'user' | 'excludeCredentials'
> {
  readonly challenge: string;
  readonly user: Omit<PublicKeyCredentialUserEntity, 'id'> & { readonly id: string };
  readonly excludeCredentials?: readonly JsonCredential[];
}

interface RequestOptions extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> {
  readonly challenge: string;
  readonly allowCredentials?: readonly JsonCredential[];
}

const decodeBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
const encodeBase64Url = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const decodeCredentials = (credentials: readonly JsonCredential[] = []): PublicKeyCredentialDescriptor[] =>
  credentials.map((credential) => ({ ...credential, id: decodeBase64Url(credential.id) }));

async function createPasskey(options: CreationOptions): Promise<object> {
  const credential = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: decodeBase64Url(options.challenge),
      user: { ...options.user, id: decodeBase64Url(options.user.id) },
      excludeCredentials: decodeCredentials(options.excludeCredentials),
    },
  });
  const { response } = credential as PublicKeyCredential & { readonly response: AuthenticatorAttestationResponse };
  return {
    ...commonFields(credential as PublicKeyCredential),
    response: {
      clientDataJSON: encodeBase64Url(response.clientDataJSON),
      attestationObject: encodeBase64Url(response.attestationObject),
      // Older browsers do not report transports.
      transports: 'getTransports' in response ? response.getTransports() : [],
    },
  };
}

async function requestPasskey(options: RequestOptions): Promise<object> {
  const credential = await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: decodeBase64Url(options.challenge),
      allowCredentials: decodeCredentials(options.allowCredentials),
    },
  });
  const { response } = credential as PublicKeyCredential & { readonly response: AuthenticatorAssertionResponse };
  return {
    ...commonFields(credential as PublicKeyCredential),
    response: {
      clientDataJSON: encodeBase64Url(response.clientDataJSON),
      authenticatorData: encodeBase64Url(response.authenticatorData),
      signature: encodeBase64Url(response.signature),
      ...(response.userHandle ? { userHandle: encodeBase64Url(response.userHandle) } : {}),
    },
  };
}

const commonFields = (credential: PublicKeyCredential): object => ({
  id: credential.id,
  rawId: encodeBase64Url(credential.rawId),
  type: credential.type,
  clientExtensionResults: credential.getClientExtensionResults(),
});

async function submitPasskey(form: HTMLFormElement, field: HTMLInputElement): Promise<void> {
  const status = find(form, '[data-passkey-status]');
  status.hidden = true;
  try {
    const options = JSON.parse(form.dataset.passkey ?? '') as CreationOptions & RequestOptions;
    field.value = JSON.stringify(
      await ('passkeyNew' in form.dataset ? createPasskey(options) : requestPasskey(options)),
    );
    form.submit();
  } catch {
    // The user declined, the request timed out, or no suitable device was found.
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
