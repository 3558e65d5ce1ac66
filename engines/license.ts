/**
 * The licence of the deployment, as it is told from outside, and the key (PEM, SPKI) that those who give licences sign
 * with.
 */
export type LicensePlace = { text: string | undefined; publicKey: string }

/** The vendor's own key (operator 6.2); it has been the same since 2021. */
const VENDOR = `-----BEGIN PUBLIC KEY-----
MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEaK31xujr6/rZ7ZfXZh3SlwovjC+X8wGq
qkltaKyTLRENd4w3IRktYYCRgzpDLPn/nrf7snV/ERO5qcI7fkEES34IVEr+2Uff
JkO2PfyyAYEO/5dBlPh1Undu9WQl6J7B
-----END PUBLIC KEY-----
`

export const usualLicense: LicensePlace = { text: undefined, publicKey: VENDOR }
