import type { Caller } from 'stowage/engines/minio'
import { configuredLicense } from './adapters/configured-license.ts'

export default ({ info, license }: Caller) => configuredLicense(license, async () => void (await info()))
