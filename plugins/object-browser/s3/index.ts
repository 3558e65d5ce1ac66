import type { ObjectsBackend } from '../backend.ts'
import { createObjects } from './objects.ts'
import type { S3AdapterContext } from 'stowage/server'

export default (caller: S3AdapterContext): ObjectsBackend => createObjects(caller)
