import { Failure } from 'stowage'
import * as messages from './messages.ts'

/** Refuses to create a group whose name is taken: servers would add the members to it. */
export const groupExists = (name: string) => new Failure(409, messages.groupExists(name), { field: 'group' })
