import type { Caller } from '../../engines/minio/caller.ts'
import { told } from './adapters/told.ts'

export default ({ info, license }: Caller) => told(license, async () => void (await info()))
