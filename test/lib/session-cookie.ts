import { type KeyPair, signInRequest } from './sign-in-request.ts'

/** Signs in over HTTP, with additional headers, and returns the `Cookie` header of the session. */
export const sessionCookie = async (url: string, pair: KeyPair, headers: Record<string, string> = {}) => {
  const { path, body } = signInRequest(pair)
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin, ...headers },
    body: JSON.stringify(body),
  })
  if (response.status !== 201)
    throw new Error(`Signing in as ${pair.accessKey} answered ${response.status}: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
