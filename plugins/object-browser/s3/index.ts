import type { S3Caller } from 'stowage/engines/s3'
import type { ObjectsBackend } from '../backend.ts'
import { createObjects } from './objects.ts'

export default (caller: S3Caller): ObjectsBackend => createObjects(caller)
