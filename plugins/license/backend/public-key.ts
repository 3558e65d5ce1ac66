import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { Variable } from 'stowage/server'
import * as messages from '../messages.ts'

/** MinIO's public license key (operator 6.2), unchanged since 2021. */
export const vendorKey = `-----BEGIN PUBLIC KEY-----
MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEaK31xujr6/rZ7ZfXZh3SlwovjC+X8wGq
qkltaKyTLRENd4w3IRktYYCRgzpDLPn/nrf7snV/ERO5qcI7fkEES34IVEr+2Uff
JkO2PfyyAYEO/5dBlPh1Undu9WQl6J7B
-----END PUBLIC KEY-----
`

/** Reads the file that a variable names. */
export const fileText = v.rawTransform<string, string>(({ dataset: { value }, addIssue, NEVER }) => {
  try {
    return readFileSync(value, 'utf8')
  } catch (error) {
    addIssue({ message: messages.fileUnreadable(String((error as NodeJS.ErrnoException).code)) })
    return NEVER
  }
})

const isLicenseKey = (text: string) => {
  try {
    return createPublicKey(text).asymmetricKeyDetails?.namedCurve === 'secp384r1'
  } catch {
    return false
  }
}

/** The key that verifies licenses, if it is not the vendor's. */
export const licensePublicKey = {
  name: 'CONSOLE_SUBNET_PUBLIC_KEY',
  schema: v.pipe(v.string(), fileText, v.check(isLicenseKey, messages.fileWithoutPublicKey)),
  unset: "the vendor's key",
  help: messages.publicKeyFileHelp,
} satisfies Variable
