import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readConfigEnv } from '../engines/kubernetes/config-env.ts'
import { type LicenseSource, defaultLicense } from '../engines/license.ts'
import { StartError } from '../engines/start-error.ts'
import type { Environment } from './environment.ts'

const read = (name: string, path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartError(`${name} names "${path}", which cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

const keyIn = (name: string, path: string) => {
  const text = read(name, path)
  try {
    const key = createPublicKey(text)
    if (key.asymmetricKeyDetails?.namedCurve === 'secp384r1') return text
  } catch {
    // reported below
  }
  throw new StartError(`${name} names "${path}", which contains no public key (PEM) on the curve P-384`)
}

/**
 * License of a storage, from its own settings file (`MINIO_CONFIG_ENV_FILE`) or `CONSOLE_SUBNET_LICENSE`, and the
 * trusted signing keys.
 */
export const licenseSettings = (environment: Environment, variables: NodeJS.ProcessEnv): LicenseSource => {
  const key = environment('CONSOLE_SUBNET_PUBLIC_KEY')
  const file = variables.MINIO_CONFIG_ENV_FILE
  const configured = file ? readConfigEnv(read('MINIO_CONFIG_ENV_FILE', file)).get('MINIO_SUBNET_LICENSE') : undefined
  return {
    text: configured ?? environment('CONSOLE_SUBNET_LICENSE'),
    publicKey: key ? keyIn('CONSOLE_SUBNET_PUBLIC_KEY', key) : defaultLicense.publicKey,
  }
}
