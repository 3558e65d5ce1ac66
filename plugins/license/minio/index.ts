import { configuredLicense } from '../backend/configured-license.ts'
import type { LicenseConfig } from '../config.ts'
import type { MinioAdapterContext } from 'stowage/server'

export default ({ info }: MinioAdapterContext, config: LicenseConfig) =>
  configuredLicense(config, async () => void (await info()))
