import { Failure } from 'stowage'
import type { LicenseBackend } from '../backend.ts'
import type { LicenseConfig } from '../config.ts'
import * as messages from '../messages.ts'
import { readLicense } from './license-key.ts'
import { vendorKey } from './public-key.ts'

/** A license from the console's configuration: shown here, but changed there. */
export const configuredLicense = (
  { text, textInFile, publicKey = vendorKey }: LicenseConfig,
  enter: () => Promise<void>,
): LicenseBackend => {
  const key = textInFile ?? text
  const refuse = async () => {
    await enter()
    throw new Failure(404, messages.consoleCannotStoreLicense, {
      detail: 'Set CONSOLE_SUBNET_LICENSE instead',
    })
  }
  return {
    info: async () => {
      await enter()
      if (!key) throw new Failure(404, 'license not found')
      return readLicense(key, publicKey, 'license not found')
    },
    activate: refuse,
    renew: refuse,
    attach: refuse,
  }
}
