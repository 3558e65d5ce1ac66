/** An account's name and secret; without a name the secret is a token of a cluster. */
export type KeyPair = { accessKey: string; secretKey: string }

/** Request that signs a pair in; one without a name signs in to a cluster with a token. */
export const signInRequest = ({ accessKey, secretKey }: KeyPair) =>
  accessKey === ''
    ? { path: '/api/v1/login/operator', body: { jwt: secretKey } }
    : { path: '/api/v1/login', body: { accessKey, secretKey } }
