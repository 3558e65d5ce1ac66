import { configuredLicense } from '../backend/configured-license.ts'
import type { LicenseConfig } from '../config.ts'
import type { EmbeddedAdapterContext } from 'stowage/server'

export default ({ authenticate }: EmbeddedAdapterContext, config: LicenseConfig) =>
  configuredLicense(config, async () => void authenticate())
