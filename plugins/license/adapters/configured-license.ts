import { Failure } from 'stowage'
import { type LicenseSource, readLicense } from 'stowage/engines/license'
import type { LicenseBackend } from '../backend.ts'

/** A license from the console's configuration: shown here, but changed there. */
export const configuredLicense = ({ text, publicKey }: LicenseSource, enter: () => Promise<void>): LicenseBackend => {
  const elsewhere = async () => {
    await enter()
    throw new Failure(404, 'This console cannot store a license', {
      detail: 'Set CONSOLE_SUBNET_LICENSE instead',
    })
  }
  return {
    info: async () => {
      await enter()
      if (!text) throw new Failure(404, 'license not found')
      return readLicense(text, publicKey, 'license not found')
    },
    activate: elsewhere,
    renew: elsewhere,
    attach: elsewhere,
  }
}
