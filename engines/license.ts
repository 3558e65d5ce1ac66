/** The configured license, and the public key (PEM, SPKI) that verifies it. */
export type LicenseSource = { text: string | undefined; publicKey: string }

/** MinIO's public license key (operator 6.2), unchanged since 2021. */
const VENDOR = `-----BEGIN PUBLIC KEY-----
MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEaK31xujr6/rZ7ZfXZh3SlwovjC+X8wGq
qkltaKyTLRENd4w3IRktYYCRgzpDLPn/nrf7snV/ERO5qcI7fkEES34IVEr+2Uff
JkO2PfyyAYEO/5dBlPh1Undu9WQl6J7B
-----END PUBLIC KEY-----
`

export const defaultLicense: LicenseSource = { text: undefined, publicKey: VENDOR }
