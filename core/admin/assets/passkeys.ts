// Asks the browser for a passkey, and sends what it says with the form. Bytes travel as base64url, as the site reads them.
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const named = (credentials = []) => credentials.map((credential) => ({ ...credential, id: bytesOf(credential.id) }));

async function make(options) {
  const credential = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: named(options.excludeCredentials),
    },
  });
  const { response } = credential;
  return {
    ...base(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

async function use(options) {
  const credential = await navigator.credentials.get({
    publicKey: { ...options, challenge: bytesOf(options.challenge), allowCredentials: named(options.allowCredentials) },
  });
  const { response } = credential;
  return {
    ...base(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      ...(response.userHandle ? { userHandle: textOf(response.userHandle) } : {}),
    },
  };
}

const base = (credential) => ({
  id: credential.id,
  rawId: textOf(credential.rawId),
  type: credential.type,
  clientExtensionResults: credential.getClientExtensionResults(),
});

for (const form of document.querySelectorAll('form[data-passkey]')) {
  const status = form.querySelector('[data-passkey-status]');
  form.addEventListener('submit', async (event) => {
    if (form.elements.passkey.value !== '') return;
    event.preventDefault();
    status.hidden = true;
    try {
      const options = JSON.parse(form.dataset.passkey);
      form.elements.passkey.value = JSON.stringify(await ('passkeyNew' in form.dataset ? make : use)(options));
      form.submit();
    } catch {
      // Declined, timed out, or no such device.
      status.hidden = false;
    }
  });
}
