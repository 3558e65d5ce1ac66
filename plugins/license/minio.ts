import type { Caller } from 'stowage/engines/minio'
import { told } from './adapters/told.ts'

export default ({ info, license }: Caller) => told(license, async () => void (await info()))
