/** An account's name and secret; without a name the secret is a token of a cluster. */
export type KeyPair = { accessKey: string; secretKey: string }

/** How a pair signs in: where, and with what. Who has a token and no name signs in to a cluster. */
export const signInRequest = ({ accessKey, secretKey }: KeyPair) =>
  accessKey === ''
    ? { path: '/api/v1/login/operator', body: { jwt: secretKey } }
    : { path: '/api/v1/login', body: { accessKey, secretKey } }
