import type { Caller } from 'stowage/engines/minio'
import { configuredLicense } from '../backend/configured-license.ts'
import type { LicenseConfig } from '../config.ts'

export default ({ info }: Caller, config: LicenseConfig) => configuredLicense(config, async () => void (await info()))
