import type { EmbeddedAdapterContext } from 'stowage/engines/embedded'
import { configuredLicense } from '../backend/configured-license.ts'
import type { LicenseConfig } from '../config.ts'

export default ({ enter }: EmbeddedAdapterContext, config: LicenseConfig) =>
  configuredLicense(config, async () => void enter())
