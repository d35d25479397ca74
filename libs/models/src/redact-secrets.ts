const LONGEST_MESSAGE = 300;

/**
 * Makes a text from outside fit for an error message: secrets gone in every spelling they may come back in, as well as
 * anything that looks like a key, a picture or a control character, and no longer than 300 characters.
 */
export function redactSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  const redacted = removeSecrets(text, secrets)
    .replaceAll(/bearer\s+[^\s"',]+/gi, '[key removed]')
    .replaceAll(/data:[a-z]+\/[^\s"']*/gi, '[picture removed]')
    .replaceAll(/\p{Cc}+/gu, ' ');
  return redacted.length > LONGEST_MESSAGE ? `${redacted.slice(0, LONGEST_MESSAGE - 1)}…` : redacted;
}

/** Servers of one's own are given a word such as EMPTY or none for a key, which may well be the answer to a question. */
const SHORTEST_KEY = 16;

/** A reply as it came, but for the key, should the server repeat it. */
export function removeKey(reply: string, apiKey: string | undefined): string {
  return apiKey === undefined || apiKey.length < SHORTEST_KEY ? reply : removeSecrets(reply, [apiKey]);
}

function removeSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  return secrets
    .flatMap((secret) => (secret === undefined || secret === '' ? [] : spellingsOf(secret)))
    .sort((left, right) => right.length - left.length)
    .reduce((rest, spelling) => rest.replaceAll(spelling, '[key removed]'), text);
}

function spellingsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inBase64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [...new Set([secret, inJson, encodeURIComponent(secret), inBase64])];
}
